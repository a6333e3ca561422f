// The faces of the flow once a link is in; one chunk, loaded when a link is recognised.
import type { ReactNode } from 'react';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { FailureCard, GoneCard } from './failure/failure-card.tsx';
import { itemOf } from './flow/fit-choice.ts';
import type { Flow } from './flow/flow.ts';
import type { FlowState } from './flow/flow-state.ts';
import { OptionsCard } from './options-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ResultCard } from './result-card.tsx';

type FacesProps = {
  readonly flow: Flow;
  readonly state: FlowState;
  readonly onEdit: () => void;
  readonly afterResult: ((job: string) => ReactNode) | undefined;
};

/** The one card that fits the state. */
export function Faces({ flow, state, onEdit, afterResult }: FacesProps) {
  const { work, look, check, wish } = state;
  const platform = check.kind === 'valid' ? check.platform : null;
  const platformName = platform && PLATFORMS[platform].label;
  const item = look.kind === 'seen' ? itemOf(look.answer, wish) : null;
  const thumbnailUrl = item?.thumbnailUrl ?? null;
  switch (work.kind) {
    case 'none':
      return <OptionsCard flow={flow} state={state} onEdit={onEdit} />;
    case 'running':
      return <ProgressCard flow={flow} work={work} thumbnailUrl={thumbnailUrl} />;
    case 'ready':
      return (
        <ResultCard flow={flow} work={work} thumbnailUrl={thumbnailUrl}>
          {afterResult?.(work.job)}
        </ResultCard>
      );
    case 'failed':
      return <FailureCard flow={flow} work={work} platformName={platformName} onEdit={onEdit} />;
    case 'gone':
      return <GoneCard flow={flow} work={work} />;
  }
}
