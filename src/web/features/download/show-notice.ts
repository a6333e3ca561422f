// The toasts of the flow, in the words of the specification.
import type { ToastContent } from '../../ui/toast-list.ts';
import type { Words } from '../../words/words.tsx';
import { failureWords } from './failure-words.ts';
import type { Notice } from './flow-needs.ts';

/** What a notice says as a toast. */
export function toastOf(notice: Notice, t: Words['t']): ToastContent {
  switch (notice.kind) {
    case 'empty':
      return bad(t('download.emptyTitle'), t('download.emptyText'));
    case 'invalid':
      return bad(t('download.invalidTitle'), t('download.invalidText'));
    case 'analyzeFailed':
      return bad(t('download.emptyTitle'), t('download.analyzeFailedText'));
    case 'actionFailed':
      return bad(t('download.actionFailed'), failureWords(notice.failure, null, t));
    case 'downloadFailed': {
      const { said, code } = notice.failure;
      const silent =
        code === 'unreadable' ? t('download.failedText') : t('download.failedUnexpected');
      return bad(t('download.failedTitle'), said ?? silent);
    }
  }
}

function bad(title: string, description: string): ToastContent {
  return { look: 'destructive', title, description };
}
