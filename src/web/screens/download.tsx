// The home page and the page of each platform: the download flow; other content is hidden once there is a link.
import { useState } from 'react';
import { DownloadFlow, type FlowStage } from '../features/download/index.tsx';
import { PlayBlock } from '../features/puzzle/play-block.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { SafariWarning } from '../frame/safari/index.tsx';
import { useWayBack } from '../operators/shell/use-way-back.ts';
import { useIdlePreloads } from '../page/idle-preloads.ts';
import { LazyOnVisible } from '../page/lazy-on-visible.tsx';
import { LazySection } from '../page/lazy-section.tsx';
import { usePage } from '../page/page-context.tsx';
import { Part } from '../page/part.tsx';
import { useSessionStore } from '../page/session-store.tsx';
import { useUnfoldTarget } from '../page/unfold-target.ts';

/** With fewer files in a week, this server's figures would say nothing. */
const PROOF_FILES = 20;

const loadNotice = () =>
  import('../features/outage-banner/index.tsx').then((it) => it.YoutubeNotice);
const loadProof = () => import('../features/proof/index.tsx').then((it) => it.Proof);
const loadPuzzle = () => import('../features/puzzle/puzzle.tsx').then((it) => it.Puzzle);
const loadPlatformHealth = () =>
  import('../features/platform-health/index.tsx').then((it) => it.PlatformHealth);
const loadRating = () => import('../features/rating/index.tsx').then((it) => it.Rating);

const afterResult = (job: string) => (
  <>
    <SafariWarning place="result" />
    <div className="rating-place">
      <LazySection group="rating" load={loadRating} props={{ job }} />
    </div>
  </>
);

/** A page with the link form. */
export function DownloadScreen() {
  const isHome = usePage().route === 'home';
  const [stage, setStage] = useState<FlowStage>('idle');
  const status = useIdlePreloads();
  useUnfoldTarget();
  useWayBack();
  const notice = useSessionStore('YouTube notice', () => ({ isClosed: false }));
  const [isNoticeClosed, setIsNoticeClosed] = useState(notice.isClosed);
  const isIdle = stage === 'idle';
  const hasOffers = isIdle || stage === 'choosing';
  const isWarned = status?.notices.youtube === true && isIdle && !isNoticeClosed;
  const closeNotice = () => {
    notice.isClosed = true;
    setIsNoticeClosed(true);
  };
  return (
    <main id="main" className="page saving-page" data-stage={stage}>
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <DownloadFlow onStageChange={setStage} afterResult={afterResult} />
      {isIdle && <Part name="badges" />}
      {isIdle && <Part name="notice" />}
      {isIdle && <Part name="pitch" />}
      {hasOffers && <Part name="offers" />}
      {isHome && hasOffers && status && (
        <LazySection group="platform-health" load={loadPlatformHealth} props={status} />
      )}
      <PlayBlock load={loadPuzzle} isOffered={isHome || stage === 'running'} />
      {isHome && status && status.made.weekFiles >= PROOF_FILES && (
        <LazyOnVisible className="chapter proof" aria-labelledby="proof-heading">
          <LazySection group="proof" load={loadProof} props={{ status }} />
        </LazyOnVisible>
      )}
      <Part name="text" className="page-text" />
      {isWarned && (
        <LazySection group="outage-banner" load={loadNotice} props={{ onClose: closeNotice }} />
      )}
    </main>
  );
}
