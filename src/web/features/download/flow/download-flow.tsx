// The download flow of the home page: the link form, and below it the card for the current stage.
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { PLATFORMS } from '../../../../shared/platforms/index.ts';
import type { PlatformId } from '../../../../shared/platforms/platform.ts';
import { routeOf } from '../../../../shared/routes.ts';
import { keepsCookies } from '../../../browser/cookies.ts';
import { calls } from '../../../download-client/calls.ts';
import { EMPTY_FLOW, type FlowState } from '../../../download-client/flow-state.ts';
import type { After } from '../../../download-client/follow-job.ts';
import { openProgressStream } from '../../../download-client/progress-stream.ts';
import { useOptimizer } from '../../../frame/optimizer.ts';
import { laterPart } from '../../../page/later-part.tsx';
import { LazySection } from '../../../page/lazy-section.tsx';
import type { PageFacts } from '../../../page/page.ts';
import { usePage, useSite } from '../../../page/page-context.tsx';
import { useSessionStore } from '../../../page/session-store.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useToasts } from '../../../ui/toasts.tsx';
import { formatPercent } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';
import { Announcer } from '../announcer.tsx';
import { LinkProblem } from '../failure/link-problem.tsx';
import { FlowCardMissing } from '../flow-card-missing.tsx';
import { LinkForm } from '../link-form.tsx';
import { toastOf } from '../show-notice.ts';
import { createFlow, type Flow } from './flow.ts';
import type { Notice } from './flow-needs.ts';
import { type PageQuery, readQuery } from './query.ts';
import { isSameLink, readInput } from './read-input.ts';
import { isIdle, optimizerOf, type PageStage, pageStageOf } from './stage.ts';
import { tabMemory } from './tab-memory.ts';
import { usePageWideInput } from './use-page-wide-input.ts';

const loadFlowCard = () => import('../flow-card.tsx').then((it) => it.FlowCard);
const FlowCard = laterPart(loadFlowCard, FlowCardMissing);
const CookiesOff = laterPart(() =>
  import('../../../frame/cookies-off.tsx').then((it) => it.CookiesOff),
);
const loadManyLinks = () => import('./many-links-offer.tsx').then((it) => it.ManyLinksOffer);
const FOCUS_DELAY_MS = 100;

type DownloadFlowProps = {
  /** Called on every change of the stage, so that the rest of the page can adapt. */
  readonly onStageChange?: (stage: PageStage) => void;
  /** Renders the end of the result card for the finished job. */
  readonly afterResult?: (job: string) => ReactNode;
};

/** The whole flow; a fragment, so that its sticky link bar is bounded by the page. */
export function DownloadFlow({ onStageChange, afterResult }: DownloadFlowProps) {
  const { t, language } = useWords();
  const toasts = useToasts();
  const page = usePage();
  const site = useSite();
  const dismissNoted = useRef<(() => void) | null>(null);
  const { flow, state } = useFlow((notice) => {
    const found = flow.getState().check;
    const platform = found.kind === 'valid' ? found.platform : null;
    dismissNoted.current = toasts.show(toastOf(notice, platform && PLATFORMS[platform].label, t));
  });
  const input = useRef<HTMLInputElement>(null);
  const query = usePageQuery(flow, input);
  const stage = pageStageOf(state);
  const { download, check } = state;

  const [isRefusing, setIsRefusing] = useState(false);
  useEffect(() => setIsRefusing(!keepsCookies()), []);
  useFocusAfterReset(isIdle(state), input);
  useEffect(() => onStageChange?.(stage), [onStageChange, stage]);
  // What was wrong with the last link is no longer of interest.
  useEffect(() => {
    if (check.kind === 'loading') dismissNoted.current?.();
  }, [check.kind]);
  const isRecognised = check.kind !== 'idle' || readInput(state.text).kind === 'address';
  useEffect(() => {
    if (isRecognised) loadFlowCard().catch(() => null);
  }, [isRecognised]);

  const isDropping = usePageWideInput(input, (text) => {
    if (download.kind === 'running') {
      toasts.show({ title: t('download.busyTitle'), description: t('download.busyText') });
      return;
    }
    if (readInput(text).kind === 'address') return void flow.analyze(text);
    flow.edit(text.trim());
    input.current?.focus();
  });
  const percent = download.kind === 'running' ? formatPercent(download.percent, language) : null;
  const name = download.kind === 'running' || download.kind === 'ready' ? download.title : null;
  const title = name ?? site.name;
  useTabTitle(
    percent !== null
      ? t('download.titleRunning', { percent, title })
      : download.kind === 'ready'
        ? t('download.titleReady', { title })
        : null,
  );
  const editLink = () => {
    flow.stepBack();
    input.current?.focus();
    input.current?.select();
  };
  const wanted = platformOf(page.route) ?? query?.platform;

  return (
    <>
      {/* Where the page scrolls to; it takes back the room that the page leaves above a target. */}
      <div data-flow-top="" className="-scroll-mt-24" />
      <div
        className="sticky top-0 z-20 mb-2 bg-paper pt-3 pb-1"
        data-dropping={isDropping || undefined}
      >
        <LinkForm
          flow={flow}
          state={state}
          input={input}
          wantedPlatform={wanted && wanted !== 'home' ? PLATFORMS[wanted].label : null}
          isDropping={isDropping}
        />
      </div>
      <Announcer state={state} />
      {/* The card of the download that failed says the same. */}
      {isRefusing && download.kind !== 'failed' && (
        <Suspense>
          <CookiesOff />
        </Suspense>
      )}
      {state.list !== null && download.kind === 'none' && (
        <LazySection
          group="batch"
          load={loadManyLinks}
          props={{ text: state.list }}
          fallback={<Skeleton className="mb-4 h-24 w-full rounded-lg" />}
        />
      )}
      {check.kind === 'error' && <LinkProblem flow={flow} problem={check.problem} input={input} />}
      {('listUrl' in check || download.kind !== 'none') && (
        <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
          <FlowCard flow={flow} state={state} onEdit={editLink} afterResult={afterResult} />
        </Suspense>
      )}
    </>
  );
}

/** Does what the address of the page asks for, and returns it. */
function usePageQuery(flow: Flow, input: RefObject<HTMLInputElement | null>): PageQuery | null {
  const page = usePage();
  const [query, setQuery] = useState<PageQuery | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has a new URL, even if this component stays mounted
  useEffect(() => {
    const asked = readQuery(location.search, location.hash);
    setQuery(asked);
    if (asked.format) flow.choose({ format: asked.format });
    if (asked.quality) flow.choose({ quality: asked.quality });
    const goesToBox = asked.platform !== null || asked.fragment === 'video-url-input';
    const { text: before } = flow.getState();
    const timer = setTimeout(async () => {
      const isBack = pageStageOf(flow.getState()) !== 'idle';
      if (isBack || (await flow.restore(asked.link))) return;
      const { text } = flow.getState();
      const isTyped = text !== '' && text !== before;
      if (isTyped && !isSameLink(text, asked.link ?? '')) return;
      if (asked.link) {
        void flow.analyze(asked.link);
        // A new link drops the part of the one before.
        return flow.choose({ part: asked.part });
      }
      if (!goesToBox) return;
      input.current?.scrollIntoView({ block: 'center' });
      input.current?.focus();
    }, FOCUS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [flow, page]);
  return query;
}

function useFocusAfterReset(isEmpty: boolean, input: RefObject<HTMLInputElement | null>): void {
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    // A reset removes the card with the focused button.
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body)
      input.current?.focus();
    wasEmpty.current = isEmpty;
  }, [isEmpty, input]);
}

/** Returns the platform of a page. */
function platformOf(route: PageFacts['route']): PlatformId | undefined {
  return route === 'article' ? undefined : routeOf(route).platform;
}

/** Shows `title` while it is not null. */
function useTabTitle(title: string | null): void {
  const own = useRef<string | null>(null);
  useEffect(() => {
    own.current ??= document.title;
    document.title = title ?? own.current;
    if (title === null) own.current = null;
  }, [title]);
  useEffect(
    () => () => {
      if (own.current !== null) document.title = own.current;
    },
    [],
  );
}

const after: After = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

/** Returns the flow of this tab and its state. `notify` receives the content of toasts. */
function useFlow(notify: (notice: Notice) => void): { flow: Flow; state: FlowState } {
  const optimizer = useOptimizer();
  const { flow, listener } = useSessionStore('download', () => {
    const listener = { current: notify };
    const made = createFlow({
      calls,
      openStream: openProgressStream,
      after,
      memory: tabMemory,
      notify: (notice) => listener.current(notice),
      log: console.warn,
    });
    // Not in a component: the download continues while another page is open.
    made.subscribe(() => optimizer.report(optimizerOf(made.getState())));
    return { flow: made, listener };
  });
  useEffect(() => {
    listener.current = notify;
  });
  const state = useSyncExternalStore(flow.subscribe, flow.getState, () => EMPTY_FLOW);
  return { flow, state };
}
