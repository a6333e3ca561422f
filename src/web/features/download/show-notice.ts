// The toasts of the flow, worded as in the specification.

import { failureWords } from '../../download-client/failure-words.ts';
import type { ToastContent } from '../../ui/toasts.tsx';
import type { Words } from '../../words/words.tsx';
import type { Notice } from './flow/flow-needs.ts';

/** Converts a notice to a toast. `platformName` is that of the current link, if known. */
export function toastOf(notice: Notice, platformName: string | null, t: Words['t']): ToastContent {
  switch (notice.kind) {
    case 'empty':
      return bad(t('download.error'), t('download.emptyText'));
    case 'invalid':
      return bad(t('download.invalidTitle'), t('download.invalidText'));
    case 'analyzeFailed':
      return bad(t('download.error'), t('download.analyzeFailedText'));
    case 'actionFailed':
      return bad(t('download.error'), failureWords(notice.failure, platformName, t));
    case 'downloadFailed': {
      const { failure } = notice;
      const silent =
        failure.code === 'unreadable' ? t('download.failedText') : t('download.failedUnexpected');
      // The server's message, in the language of the page.
      const description =
        failure.serverMessage === null ? silent : failureWords(failure, platformName, t);
      return bad(t('download.failedTitle'), description);
    }
  }
}

function bad(title: string, description: string): ToastContent {
  return { look: 'destructive', title, description };
}
