// The cards of a failed download and of a deleted file.
import { RotateCcw } from 'lucide-react';
import type { DownloadState } from '../../../download-client/flow-state.ts';
import { Button } from '../../../ui/button.tsx';
import { useWords } from '../../../words/words.tsx';
import type { Flow } from '../flow/flow.ts';
import { Section } from '../section.tsx';
import { FailedSection } from './failed-section.tsx';

type FailureCardProps = {
  readonly flow: Flow;
  readonly download: Extract<DownloadState, { kind: 'failed' }>;
  readonly platformName: string | null;
  readonly onEdit: () => void;
};

/** The card of a failed download; unlike the toast, it stays. */
export function FailureCard({ flow, download, platformName, onEdit }: FailureCardProps) {
  const { t } = useWords();
  const { failure } = download;
  const isCookies = failure.code === 'cookies_off';
  return (
    <FailedSection
      stage="failed"
      heading={isCookies ? t('download.cookiesOffHeading') : t('download.failedHeading')}
      failure={failure}
      platformName={platformName}
      actions={{
        again: () => void flow.again(),
        choose: flow.stepBack,
        edit: onEdit,
        another: flow.reset,
      }}
    />
  );
}

type GoneCardProps = {
  readonly flow: Flow;
  readonly download: Extract<DownloadState, { kind: 'gone' }>;
};

/** The card of a file that expired or was deleted by the visitor. */
export function GoneCard({ flow, download }: GoneCardProps) {
  const { t } = useWords();
  const isExpired = download.why === 'expired';
  return (
    <Section
      stage="gone"
      heading={isExpired ? t('download.expiredHeading') : t('download.deletedHeading')}
    >
      <p className="max-w-prose">
        {isExpired ? t('download.expiredText') : t('download.deletedText')}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="primary" icon={RotateCcw} onClick={() => void flow.again()}>
          {t('download.makeAgain')}
        </Button>
        <Button onClick={flow.reset}>{t('download.another')}</Button>
      </div>
    </Section>
  );
}
