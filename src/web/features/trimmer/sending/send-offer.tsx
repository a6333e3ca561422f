// Asks whether a file may go to the server, which can do more than this browser; nothing is sent before the yes.
import { Upload, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { keepsCookies } from '../../../browser/cookies.ts';
import { CookiesOff } from '../../../frame/cookies-off.tsx';
import { AgainButton } from '../../../ui/again.tsx';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { formatBytes, formatPercent } from '../../../words/figures.ts';
import { type TrimmerKey, useTrimmerWords } from '../use-trimmer-words.ts';
import { SendError, type SendFailure, type SentAs, sendFile } from './send-file.ts';

/** `as` is what the server makes; `onReady` receives it. By default the words are those for a file that cannot be read here. */
export type SendOfferProps = {
  readonly file: File;
  readonly as: SentAs;
  readonly onReady: (result: DownloadResult) => void;
  readonly text?: TrimmerKey;
  readonly action?: TrimmerKey;
};

const FAILURE_WORDS: Readonly<Record<SendFailure['code'], TrimmerKey>> = {
  tooBig: 'trimmer.sendTooBig',
  refused: 'trimmer.sendRefused',
  stopped: 'trimmer.sendStopped',
  busy: 'trimmer.sendBusy',
  lost: 'trimmer.sendLost',
};

/** What Cloudflare lets through, for one. */
const MOST_BYTES_EVERYWHERE = 100e6;

/** Sent again, the file would be refused again. */
const FINAL: ReadonlySet<SendFailure['code']> = new Set(['tooBig', 'refused']);

/** The question, then the progress. */
export function SendOffer({
  file,
  as,
  onReady,
  text = 'trimmer.sendText',
  action = 'trimmer.send',
}: SendOfferProps) {
  const { t, language } = useTrimmerWords();
  const { state, start, cancel } = useSending(onReady);
  const size = formatBytes(file.size, language);
  const [isRefusing] = useState(() => !keepsCookies());
  const isRunning = state.kind === 'sending' || state.kind === 'converting';
  if (isRefusing)
    return (
      <div className="mt-4">
        <CookiesOff />
      </div>
    );
  if (isRunning) return <Running state={state} onCancel={cancel} />;
  const isFinal = state.kind === 'failed' && FINAL.has(state.failure.code);
  return (
    <div className="mt-4">
      {!isFinal && <p className="max-w-prose">{t(text, { size })}</p>}
      {state.kind === 'offered' && file.size > MOST_BYTES_EVERYWHERE && (
        <p className="mt-3 max-w-prose">
          {t('trimmer.sendLarge', { size, most: formatBytes(MOST_BYTES_EVERYWHERE, language) })}
        </p>
      )}
      {state.kind === 'failed' && (
        <p role="alert" className="mt-3 max-w-prose text-bad">
          {t(FAILURE_WORDS[state.failure.code], {
            size,
            limit: formatBytes('limit' in state.failure ? state.failure.limit : 0, language),
          })}
        </p>
      )}
      {!isFinal &&
        (state.kind === 'failed' && state.failure.code === 'busy' ? (
          <AgainButton
            className="mt-4"
            waitSeconds={state.failure.waitSeconds}
            onAgain={() => void start(file, as)}
          />
        ) : (
          <Button icon={Upload} className="mt-4" onClick={() => void start(file, as)}>
            {t(action)}
          </Button>
        ))}
    </div>
  );
}

type RunningProps = {
  readonly state: Extract<SendingState, { readonly kind: 'sending' | 'converting' }>;
  readonly onCancel: () => void;
};

function Running({ state, onCancel }: RunningProps) {
  const { t, language } = useTrimmerWords();
  const { share } = state;
  const label = t(state.kind === 'sending' ? 'trimmer.sending' : 'trimmer.converting');
  return (
    <div className="mt-4">
      <p role="status" className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">{label}</span>
        {share !== null && (
          <span className="tabular-nums" dir="ltr" aria-hidden="true">
            {formatPercent(share * 100, language)}
          </span>
        )}
      </p>
      <Progress className="mt-2" label={label} value={share === null ? null : share * 100} />
      <Button icon={X} className="mt-4" onClick={onCancel}>
        {t('trimmer.cancel')}
      </Button>
    </div>
  );
}

/** Shares from 0 to 1, null while none is known. */
type SendingState =
  | { readonly kind: 'offered' }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'converting'; readonly share: number | null }
  | { readonly kind: 'failed'; readonly failure: SendFailure };

type Sending = {
  readonly state: SendingState;
  readonly start: (file: File, as: SentAs) => Promise<void>;
  readonly cancel: () => void;
};

/** Sends one file at a time; cancelled when its part of the page goes. */
function useSending(onReady: (result: DownloadResult) => void): Sending {
  const [state, setState] = useState<SendingState>({ kind: 'offered' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    state,
    async start(file, as) {
      const own = new AbortController();
      running.current = own;
      setState({ kind: 'sending', share: 0 });
      try {
        const result = await sendFile(file, as, {
          signal: own.signal,
          onSent: (share) => setState({ kind: 'sending', share }),
          onConverted: (share) => setState({ kind: 'converting', share }),
        });
        onReady(result);
      } catch (error) {
        if (own.signal.aborted) return;
        console.warn('the file could not be converted', error);
        const failure: SendFailure = error instanceof SendError ? error.failure : { code: 'lost' };
        setState({ kind: 'failed', failure });
      }
    },
    cancel() {
      running.current?.abort();
      setState({ kind: 'offered' });
    },
  };
}
