// What a phone does with a finished file. It goes into Photos, Files or another app in two taps: the first fetches the file, the
// second shares it, since a phone shows its share sheet only right after a tap. A video that Photos does not take can be made over.
import { MonitorSmartphone, Share, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { RequestError, request } from '../../../browser/request.ts';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { formatBytes } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';
import { codecName } from '../codec-names.ts';
import { phoneWayOf, shareType } from './phone-ways.ts';

/** The file, what to do if the server no longer has it, and how it becomes one that plays everywhere. */
export type PhoneSaveProps = {
  readonly result: DownloadResult;
  readonly onGone: () => void;
  readonly onMakeOver?: (() => void) | undefined;
};

/** What the album does not take is said, with a way to a file that it takes; requires the messages of `mobile`. */
export function PhoneSave({ result, onGone, onMakeOver }: PhoneSaveProps) {
  const { t } = useWords();
  const [type] = useState(() => shareType(result));
  const way = phoneWayOf(result, navigator);
  if (type === null && way !== 'video') return null;
  const codec = result.receipt.picture && codecName(result.receipt.picture.codec);
  return (
    <div
      className="mt-3 grid gap-3"
      data-make-over={way === 'video' && onMakeOver ? '' : undefined}
    >
      {way === 'video' && (
        <p className="text-sm">
          {t('mobile.photosNoVideo', { codec: codec ?? result.format.toUpperCase() })}
        </p>
      )}
      {way === 'sound' && <p className="text-sm">{t('mobile.photosNoSound')}</p>}
      {way === 'video' && onMakeOver && (
        <Button wide size="large" variant="primary" icon={MonitorSmartphone} onClick={onMakeOver}>
          {t('mobile.makeOver')}
        </Button>
      )}
      {type !== null && (
        <ShareIt
          result={result}
          type={type}
          place={way === 'album' ? 'photos' : 'files'}
          onGone={onGone}
        />
      )}
    </div>
  );
}

type ShareItProps = Pick<PhoneSaveProps, 'result' | 'onGone'> & {
  readonly type: string;
  readonly place: 'photos' | 'files';
};

/** The button in its states. */
function ShareIt({ result, type, place, onGone }: ShareItProps) {
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
    <div>
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
          {t(LABELS[place][state.kind])}
        </Button>
      )}
      <p role="status" className="mt-2 text-soft text-sm">
        {t(noteOf(state, place))}
      </p>
    </div>
  );
}

const LABELS = {
  photos: {
    idle: 'mobile.toPhotosFetch',
    here: 'mobile.toPhotosShare',
    failed: 'mobile.toPhotosRetry',
  },
  files: {
    idle: 'mobile.toFilesFetch',
    here: 'mobile.toFilesShare',
    failed: 'mobile.toFilesRetry',
  },
} as const;

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

function noteOf(state: PhoneSaveState, place: 'photos' | 'files') {
  if (state.kind === 'failed')
    return state.why === 'fetching'
      ? 'mobile.toPhotosFailedFetching'
      : 'mobile.toPhotosFailedSharing';
  if (state.kind !== 'here') return 'mobile.toPhotosWhy';
  return place === 'files' && state.hint === 'none' ? 'mobile.toFilesTapAgain' : NOTES[state.hint];
}

/** `here`: the file is in memory; `hint` says what came of the last try to share it. */
type PhoneSaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'fetching'; readonly bytes: number }
  | { readonly kind: 'here'; readonly file: File; readonly hint: 'none' | 'shared' | 'again' }
  | { readonly kind: 'failed'; readonly why: 'fetching' | 'sharing' };

const IDLE: PhoneSaveState = { kind: 'idle' };
const GONE: readonly number[] = [404, 410];

/** The state and its actions. `onGone` is called if the server no longer has the file. */
function usePhoneSave(target: FileToFetch, onGone: () => void) {
  const [state, setState] = useState<PhoneSaveState>(IDLE);
  const fetching = useRef<AbortController | null>(null);
  useEffect(() => () => fetching.current?.abort(), []);

  const fetchIt = async () => {
    const abort = new AbortController();
    fetching.current = abort;
    setState({ kind: 'fetching', bytes: 0 });
    try {
      const file = await fetchFile(target, abort.signal, (bytes) =>
        setState({ kind: 'fetching', bytes }),
      );
      setState({ kind: 'here', file, hint: 'none' });
    } catch (error) {
      if (abort.signal.aborted) return;
      console.warn('the file could not be fetched for sharing', error);
      setState({ kind: 'failed', why: 'fetching' });
      if (error instanceof RequestError && GONE.includes(error.status)) onGone();
    }
  };
  const cancel = () => {
    fetching.current?.abort();
    setState(IDLE);
  };
  const share = async (file: File) => {
    const stay = (hint: 'none' | 'shared' | 'again') => setState({ kind: 'here', file, hint });
    try {
      // With nothing but the file: Photos takes no text.
      await navigator.share({ files: [file] });
      stay('shared');
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      if (name === 'AbortError') return stay('none');
      if (name === 'NotAllowedError' || name === 'InvalidStateError') return stay('again');
      console.warn('the file could not be shared', error);
      setState({ kind: 'failed', why: 'sharing' });
    }
  };
  return { state, fetchIt, cancel, share };
}

/** The file to fetch. A response that is longer than `bytes` is refused. */
type FileToFetch = {
  readonly url: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
};

/** Called with the bytes so far. */
type OnBytes = (bytes: number) => void;

/** Fetches it. Rejects like `request`, with a TypeError if the file is not what was announced, or with the signal's reason. */
async function fetchFile(
  { url, name, type, bytes }: FileToFetch,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<File> {
  const { body } = await request(url, { signal });
  let count = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      count += chunk.byteLength;
      if (count > bytes) throw new TypeError('the file is longer than announced');
      onBytes(count);
      controller.enqueue(chunk);
    },
  });
  // The browser collects the bytes, on disk if it likes; scripts hold one piece at a time.
  const blob = await new Response(body?.pipeThrough(counted, { signal })).blob();
  if (blob.size !== bytes) throw new TypeError('the file is shorter than announced');
  return new File([blob], name, { type });
}
