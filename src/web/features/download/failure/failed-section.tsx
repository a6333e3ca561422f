// The card of what failed: why, and what can be done; of a visitor who was asked to wait, another one.
import type { ComponentProps } from 'react';
import { LazySection } from '../../../page/lazy-section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FlowCardMissing } from '../flow-card-missing.tsx';
import { Section } from '../section.tsx';
import { FailureNote } from './failure-note.tsx';

const loadTooFast = () => import('./too-fast.tsx').then((it) => it.TooFast);

type FailedSectionProps = Pick<
  ComponentProps<typeof FailureNote>,
  'failure' | 'text' | 'platformName' | 'actions'
> & {
  readonly stage: 'choosing' | 'failed';
  readonly heading: string;
};

/** The card. */
export function FailedSection({ stage, heading, ...note }: FailedSectionProps) {
  const { failure, actions } = note;
  if (failure.code === 'too_many_requests')
    return (
      <LazySection
        key={failure.ref}
        group="pace"
        load={loadTooFast}
        props={{ failure, stage, onAgain: actions.again, onEdit: actions.edit }}
        fallback={<Skeleton className="h-48 w-full rounded-lg" />}
        missing={<FlowCardMissing />}
      />
    );
  return (
    <Section stage={stage} heading={heading} tone="bad">
      <FailureNote {...note} />
    </Section>
  );
}
