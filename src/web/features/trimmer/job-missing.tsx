// The note above the picker when the finished download that the address names cannot be opened.
import { RotateCcw } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { useWords } from '../../words/words.tsx';
import type { AskedJob } from './asked-job.ts';
import { useTrimmerWords } from './use-trimmer-words.ts';

type JobMissingProps = { readonly missing: Exclude<AskedJob, { kind: 'found' }> };

/** The note, with a way to make the file again if its link is known. */
export function JobMissing({ missing }: JobMissingProps) {
  const { t } = useTrimmerWords();
  const { code } = useWords();
  const url = missing.kind === 'gone' ? missing.url : null;
  return (
    <Card as="section" tone="bad" className="mb-4" aria-label={t('trimmer.failedHeading')}>
      <p role="alert" className="max-w-prose">
        {missing.kind === 'gone' ? t('trimmer.jobGone') : t('trimmer.jobFailed')}
      </p>
      {url !== null && (
        <p className="mt-4">
          <ButtonLink
            variant="primary"
            icon={RotateCcw}
            href={`${languageOf(code).prefix}/?u=${encodeURIComponent(url)}`}
          >
            {t('trimmer.makeAgain')}
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}
