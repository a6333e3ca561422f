// The way of a finished file into Photos, Files or another app of a phone.
import { Share, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { formatBytes } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';
import { type PhoneSaveState, usePhoneSave } from './use-phone-save.ts';

/** The file, its media type, and what to do if the server no longer has it. */
export type PhoneSaveProps = {
  readonly result: DownloadResult;
  readonly type: string;
  readonly onGone: () => void;
};

/** The button in its states; requires the messages of `mobile`. */
export function PhoneSave({ result, type, onGone }: PhoneSaveProps) {
  const { t } = useWords();
  const { downloadUrl: url, filename: name, receipt } = result;
  const target = { url, name, type, bytes: receipt.bytes };
  const { state, fetchIt, cancel, share } = usePhoneSave(target, onGone);
  const main = useRef<HTMLButtonElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind has a button of its own
  useEffect(() => {
    const { activeElement } = document;
    // The pressed button is gone, and the focus with it; a keyboard goes on at its successor.
    if (!isFirst.current && activeElement === document.body)
      main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [state.kind]);

  return (
    <div className="mt-3">
      {state.kind === 'fetching' ? (
        <Fetching bytes={state.bytes} of={receipt.bytes} onCancel={cancel} stop={main} />
      ) : (
        <Button
          ref={main}
          wide
          size="large"
          icon={Share}
          onClick={() => void (state.kind === 'here' ? share(state.file) : fetchIt())}
        >
          {state.kind === 'here'
            ? t('mobile.toPhotosShare')
            : t(state.kind === 'failed' ? 'mobile.toPhotosRetry' : 'mobile.toPhotosFetch')}
        </Button>
      )}
      <p role="status" className="mt-2 text-soft text-sm">
        {t(noteOf(state))}
      </p>
    </div>
  );
}

type FetchingProps = {
  readonly bytes: number;
  readonly of: number;
  readonly onCancel: () => void;
  readonly stop: React.Ref<HTMLButtonElement>;
};

function Fetching({ bytes, of, onCancel, stop }: FetchingProps) {
  const { t, language } = useWords();
  const figures = t('mobile.toPhotosBytes', {
    done: formatBytes(bytes, language),
    total: formatBytes(of, language),
  });
  return (
    <div className="flex min-h-13 items-center gap-4">
      <div className="min-w-0 flex-1">
        <Progress
          label={t('mobile.toPhotosProgress')}
          value={(bytes / Math.max(of, 1)) * 100}
          valueText={figures}
        />
        <p className="mt-1 text-sm tabular-nums" dir="ltr">
          {figures}
        </p>
      </div>
      <Button ref={stop} icon={X} onClick={onCancel}>
        {t('mobile.toPhotosCancel')}
      </Button>
    </div>
  );
}

const NOTES = {
  none: 'mobile.toPhotosTapAgain',
  shared: 'mobile.toPhotosShared',
  again: 'mobile.toPhotosRefused',
} as const;

function noteOf(state: PhoneSaveState) {
  if (state.kind === 'failed')
    return state.why === 'fetching'
      ? 'mobile.toPhotosFailedFetching'
      : 'mobile.toPhotosFailedSharing';
  return state.kind === 'here' ? NOTES[state.hint] : 'mobile.toPhotosWhy';
}
