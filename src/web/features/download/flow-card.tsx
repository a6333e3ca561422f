// The cards of the flow, one for each stage after a link was recognised; a chunk of their own.
import type { ReactNode } from 'react';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { itemOf } from '../../download-client/fit-choice.ts';
import type { FlowState } from '../../download-client/flow-state.ts';
import { LazySection } from '../../page/lazy-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailureCard, GoneCard } from './failure/failure-card.tsx';
import type { Flow } from './flow/flow.ts';
import { FlowCardMissing } from './flow-card-missing.tsx';
import { HistoryPlace, useSeenRunning } from './history-place.tsx';
import { OptionsCard } from './options-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ResultCard } from './result-card.tsx';

const loadList = () => import('./lists/index.tsx').then((it) => it.ListPlace);

type FlowCardProps = {
  readonly flow: Flow;
  readonly state: FlowState;
  readonly onEdit: () => void;
  readonly afterResult: ((job: string) => ReactNode) | undefined;
};

/** Renders the card for the current state. */
export function FlowCard({ flow, state, onEdit, afterResult }: FlowCardProps) {
  const { download, inspection, check, choice } = state;
  useSeenRunning(download);
  const platform = check.kind === 'valid' ? check.platform : null;
  const platformName = platform && PLATFORMS[platform].label;
  const item = inspection.kind === 'inspected' ? itemOf(inspection.answer, choice) : null;
  const thumbnailUrl = item?.thumbnailUrl ?? null;
  switch (download.kind) {
    case 'none':
      return (
        <>
          {'listUrl' in check && check.listUrl !== null && (
            <LazySection
              group="lists"
              load={loadList}
              props={{ url: check.listUrl, isAlone: check.kind === 'list' }}
              fallback={<Skeleton className="mb-4 h-24 w-full rounded-lg" />}
              missing={<FlowCardMissing />}
            />
          )}
          <OptionsCard flow={flow} state={state} onEdit={onEdit} />
        </>
      );
    case 'running':
      return <ProgressCard flow={flow} download={download} thumbnailUrl={thumbnailUrl} />;
    case 'ready':
      return (
        <ResultCard
          flow={flow}
          download={download}
          platformName={platformName}
          thumbnailUrl={thumbnailUrl}
        >
          {afterResult?.(download.job)}
          <HistoryPlace state={state} />
        </ResultCard>
      );
    case 'failed':
      return (
        <FailureCard flow={flow} download={download} platformName={platformName} onEdit={onEdit} />
      );
    case 'gone':
      return <GoneCard flow={flow} download={download} />;
  }
}
