// The card of a download that did not work, or whose file is gone.
import { RotateCcw } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useWords } from '../../../words/words.tsx';
import type { Flow } from '../flow/flow.ts';
import type { Work } from '../flow/flow-state.ts';
import { Section } from '../section.tsx';
import { FailureNote } from './failure-note.tsx';

type FailureCardProps = {
  readonly flow: Flow;
  readonly work: Extract<Work, { kind: 'failed' }>;
  readonly platformName: string | null;
  readonly onEdit: () => void;
};

/** The card that a failed download turns into; the toast beside it vanishes, this does not. */
export function FailureCard({ flow, work, platformName, onEdit }: FailureCardProps) {
  const { t } = useWords();
  const isCookies = work.failure.code === 'cookies_off';
  return (
    <Section
      stage="failed"
      tone="bad"
      heading={isCookies ? t('download.cookiesOffHeading') : t('download.failedHeading')}
    >
      <FailureNote
        failure={work.failure}
        platformName={platformName}
        actions={{
          again: () => void flow.start(),
          choose: flow.stepBack,
          edit: onEdit,
          another: flow.reset,
        }}
      />
    </Section>
  );
}

type GoneCardProps = {
  readonly flow: Flow;
  readonly work: Extract<Work, { kind: 'gone' }>;
};

/** The card of a file that was deleted, by its time or by its visitor. */
export function GoneCard({ flow, work }: GoneCardProps) {
  const { t } = useWords();
  const isExpired = work.why === 'expired';
  return (
    <Section
      stage="gone"
      heading={isExpired ? t('download.expiredHeading') : t('download.deletedHeading')}
    >
      <p className="max-w-prose">
        {isExpired ? t('download.expiredText') : t('download.deletedText')}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          variant={isExpired ? 'primary' : 'secondary'}
          icon={RotateCcw}
          onClick={() => void flow.start()}
        >
          {t('download.makeAgain')}
        </Button>
        <Button variant={isExpired ? 'secondary' : 'primary'} onClick={flow.reset}>
          {t('download.another')}
        </Button>
      </div>
    </Section>
  );
}
