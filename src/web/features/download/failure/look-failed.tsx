// The card for a post that could not be read: why, and what can be done.
import type { Failure } from '../../../download-client/failure.ts';
import { LazySection } from '../../../page/lazy-section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useWords } from '../../../words/words.tsx';
import type { Flow } from '../flow/flow.ts';
import { FlowCardMissing } from '../flow-card-missing.tsx';
import { Section } from '../section.tsx';
import { FailureNote } from './failure-note.tsx';

const loadTooFast = () => import('./too-fast.tsx').then((it) => it.TooFast);

type LookFailedProps = {
  readonly flow: Flow;
  readonly failure: Failure;
  readonly platformName: string | null;
  readonly onEdit: () => void;
};

/** The card; of a visitor who was asked to wait, another one. */
export function LookFailed({ flow, failure, platformName, onEdit }: LookFailedProps) {
  const { t } = useWords();
  const again = () => void flow.inspect();
  if (failure.code === 'too_many_requests')
    return (
      <LazySection
        key={failure.ref}
        group="pace"
        load={loadTooFast}
        props={{ failure, stage: 'choosing', onAgain: again, onEdit }}
        fallback={<Skeleton className="h-48 w-full rounded-lg" />}
        missing={<FlowCardMissing />}
      />
    );
  return (
    <Section stage="choosing" heading={t('download.lookFailedHeading')} tone="bad">
      <FailureNote
        failure={failure}
        platformName={platformName}
        actions={{ again, choose: null, edit: onEdit, another: flow.reset }}
      />
    </Section>
  );
}
