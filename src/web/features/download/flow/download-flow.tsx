// The download flow of the home page: the box that stays, and under it the one card that fits what is going on.
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { PLATFORMS } from '../../../../shared/platforms/index.ts';
import type { PlatformId } from '../../../../shared/platforms/platform.ts';
import { routeOf } from '../../../../shared/routes.ts';
import type { PageFacts } from '../../../app/page.ts';
import { usePage, useSite } from '../../../app/page-context.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useToasts } from '../../../ui/toasts/toasts.tsx';
import { formatPercent } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';
import { Announcer } from '../announcer.tsx';
import { CookiesOff } from '../cookies-off.tsx';
import { FacesMissing } from '../faces-missing.tsx';
import { LinkProblem } from '../failure/link-problem.tsx';
import { LinkForm } from '../link-form.tsx';
import { toastOf } from '../show-notice.ts';
import { type PageQuery, readQuery } from './query.ts';
import { readInput } from './read-input.ts';
import { type PageStage, pageStageOf, stageOf } from './stage.ts';
import { useFlow } from './use-flow.ts';
import { usePageWideInput } from './use-page-wide-input.ts';
import { useTabTitle } from './use-tab-title.ts';

const loadFaces = () =>
  import('../faces.tsx').then(
    ({ Faces }) => ({ default: Faces }),
    (error: unknown) => {
      console.error('a part of the page could not be loaded', error);
      return { default: FacesMissing };
    },
  );
const Faces = lazy(loadFaces);
const FOCUS_DELAY_MS = 100;

type DownloadFlowProps = {
  /** Called on every change of the stage, so that the rest of the page can adapt. */
  readonly onStageChange?: (stage: PageStage) => void;
  /** Stands at the end of the result; given the id of the finished download. */
  readonly afterResult?: (job: string) => ReactNode;
};

/** The whole flow; a fragment, so that its link bar sticks to the top of the whole page. */
export function DownloadFlow({ onStageChange, afterResult }: DownloadFlowProps) {
  const { t, language } = useWords();
  const toasts = useToasts();
  const page = usePage();
  const site = useSite();
  const { flow, state } = useFlow((notice) => {
    const found = flow.getState().check;
    const platform = found.kind === 'valid' ? found.platform : null;
    toasts.show(toastOf(notice, platform && PLATFORMS[platform].label, t));
  });
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState<PageQuery | null>(null);
  const stage = pageStageOf(stageOf(state));
  const { work, check } = state;

  useEffect(() => onStageChange?.(stage), [onStageChange, stage]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is a new address, also where this component stays
  useEffect(() => {
    const asked = readQuery(location.search, location.hash);
    setQuery(asked);
    if (asked.format) flow.wish({ format: asked.format });
    if (asked.quality) flow.wish({ quality: asked.quality });
    const goesToBox = asked.platform !== null || asked.fragment === 'video-url-input';
    const timer = setTimeout(async () => {
      const isBack = pageStageOf(stageOf(flow.getState())) !== 'idle';
      if (isBack || (await flow.restore(asked.link))) return;
      if (asked.link) return void flow.analyze(asked.link);
      if (!goesToBox) return;
      input.current?.scrollIntoView({ block: 'center' });
      input.current?.focus();
    }, FOCUS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [flow, page]);
  const isRecognised = check.kind !== 'idle' || readInput(state.text).kind === 'address';
  useEffect(() => {
    if (isRecognised) void loadFaces();
  }, [isRecognised]);

  const isDropping = usePageWideInput(input, (text) => {
    if (work.kind === 'running') {
      toasts.show({ title: t('download.busyTitle'), description: t('download.busyText') });
      return;
    }
    if (readInput(text).kind === 'address') return void flow.analyze(text);
    flow.edit(text.trim());
    input.current?.focus();
  });
  const percent = work.kind === 'running' ? formatPercent(work.percent, language) : null;
  const name = work.kind === 'running' || work.kind === 'ready' ? work.title : null;
  const title = name ?? site.name;
  useTabTitle(
    percent !== null
      ? t('download.titleRunning', { percent, title })
      : work.kind === 'ready'
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
      <div className="sticky top-0 z-20 bg-paper pt-3 pb-1" data-dropping={isDropping || undefined}>
        <LinkForm
          flow={flow}
          state={state}
          input={input}
          wantedPlatform={wanted && wanted !== 'home' ? PLATFORMS[wanted].label : null}
          isDropping={isDropping}
        />
      </div>
      <Announcer state={state} />
      <CookiesOff />
      {check.kind === 'error' && <LinkProblem flow={flow} problem={check.problem} input={input} />}
      {(check.kind === 'valid' || work.kind !== 'none') && (
        <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
          <Faces flow={flow} state={state} onEdit={editLink} afterResult={afterResult} />
        </Suspense>
      )}
    </>
  );
}

/** The platform that a page is about. */
function platformOf(route: PageFacts['route']): PlatformId | undefined {
  return route === 'article' ? undefined : routeOf(route).platform;
}
