// The panel below the editor: the start button, then the progress, then the file or the failure.
import { RotateCcw, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Progress } from '../../../ui/progress.tsx';
import { formatPercent } from '../../../words/figures.ts';
import { FailureText } from '../failure-text.tsx';
import type { LiveShare } from '../media/live-share.ts';
import type { CutState, Cutting } from '../media/use-cut.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import { MadeAlone } from './made-alone.tsx';
import { MadeFiles, MadeList } from './made-files.tsx';

type CutPanelProps = {
  readonly cutting: Cutting;
  /** The name of the file that is cut. */
  readonly original: string;
  readonly onStart: () => void;
  /** The button that starts it. */
  readonly children: ReactNode;
};

/** The panel for each state; announces the progress at every 25 percent, and the end, to screen readers. */
export function CutPanel({ cutting, original, onStart, children }: CutPanelProps) {
  const { t } = useTrimmerWords();
  const { state } = cutting;
  const isRunning = state.kind === 'making' || state.kind === 'checking';
  const [only, ...others] = state.kind === 'made' ? state.items : [];
  const isOld = state.kind === 'made' && state.isOld;
  const isStart = isOld || state.kind === 'none' || state.kind === 'cancelled';
  return (
    <>
      <div className="mt-4 empty:hidden">
        {isRunning && state.items.length > 1 && <MadeList items={state.items} />}
        {isOld && <p className="mb-3 text-sm">{t('trimmer.filesOld')}</p>}
        {only?.kind === 'made' && others.length === 0 && (
          <MadeAlone key={only.url} item={only} isOld={isOld} />
        )}
        {state.kind === 'made' && others.length > 0 && (
          <MadeFiles
            items={state.items}
            original={original}
            onAgain={isOld ? null : cutting.again}
          />
        )}
        {state.kind === 'failed' && (
          <div className="rounded-md border border-bad p-4">
            <h3 className="text-lg">{t('trimmer.failedHeading')}</h3>
            <FailureText error={state.error} />
            <Button icon={RotateCcw} className="mt-4" onClick={onStart}>
              {t('trimmer.again')}
            </Button>
          </div>
        )}
      </div>
      <div className={classNames((isStart || isRunning) && 'trim-action mt-4')}>
        <Announcer state={state} />
        {isStart && children}
        {state.kind === 'cancelled' && (
          <p className="mt-3 text-soft text-sm">{t('trimmer.cancelled')}</p>
        )}
        {isRunning && <Making state={state} onCancel={cutting.cancel} />}
      </div>
    </>
  );
}

type Running = Extract<CutState, { readonly kind: 'making' | 'checking' }>;

function Making({ state, onCancel }: { state: Running; onCancel: () => void }) {
  const { t } = useTrimmerWords();
  const cancel = useRef<HTMLButtonElement>(null);
  // The focused button is removed: moves the focus to the next one.
  useEffect(() => cancel.current?.focus({ preventScroll: true }), []);
  return (
    <div>
      {state.kind === 'checking' ? <Checking /> : <Share share={state.share} />}
      <Button ref={cancel} icon={X} className="mt-4 max-sm:w-full" onClick={onCancel}>
        {t('trimmer.cancel')}
      </Button>
    </div>
  );
}

function Share({ share }: { share: LiveShare }) {
  const { t, language } = useTrimmerWords();
  const percent = useSyncExternalStore(share.subscribe, share.get) * 100;
  return (
    <>
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">{t('trimmer.makingHeading')}</span>
        <span className="font-display text-xl tabular-nums" dir="ltr">
          {formatPercent(percent, language)}
        </span>
      </p>
      <Progress className="mt-2" label={t('trimmer.progressLabel')} value={percent} />
    </>
  );
}

function Checking() {
  const { t } = useTrimmerWords();
  return (
    <>
      <p className="font-semibold">{t('trimmer.checking')}</p>
      <Progress className="mt-2" label={t('trimmer.progressLabel')} value={null} />
    </>
  );
}

function Announcer({ state }: { state: CutState }) {
  const { t } = useTrimmerWords();
  return (
    <p role="status" className="sr-only">
      {state.kind === 'making' && <AnnouncedShare share={state.share} />}
      {state.kind === 'checking' && t('trimmer.checking')}
      {state.kind === 'made' && t(state.isOld ? 'trimmer.filesOld' : 'trimmer.announceReady')}
      {state.kind === 'cancelled' && t('trimmer.cancelled')}
    </p>
  );
}

const STEP = 0.25;

function AnnouncedShare({ share }: { share: LiveShare }) {
  const { t, language } = useTrimmerWords();
  const steps = useSyncExternalStore(share.subscribe, () => Math.floor(share.get() / STEP));
  return t('trimmer.announcePercent', { percent: formatPercent(steps * STEP * 100, language) });
}
