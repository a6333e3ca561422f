// The status table of the platforms, measured by this server.

import { RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import type { StatusAnswer } from '../../../shared/api/site.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { type Fetched, useFetched } from '../../page/use-fetched.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../../words/words.tsx';
import type { PlatformStatus } from './platform-status.ts';
import { PlatformTable } from './platform-table.tsx';
import { summaryOf } from './summary.ts';

/** The table with its summary; requires the messages of `status`. */
export function Status() {
  const words = useWords();
  const { t } = words;
  const fetched = useFetched<StatusAnswer>('/api/status');
  const { data, phase, load } = fetched;
  const heading = useRef<HTMLHeadingElement>(null);
  const loadAgain = () => {
    load();
    // The focused button is removed with the error.
    heading.current?.focus();
  };
  const isMissing = data === null && phase === 'failed';
  return (
    <section
      className="status"
      aria-labelledby="status-heading"
      aria-busy={data === null && phase === 'loading'}
    >
      <h2 ref={heading} id="status-heading" className="sr-only" tabIndex={-1}>
        {t('status.heading')}
      </h2>
      {isMissing ? (
        <Failed onAgain={loadAgain} />
      ) : (
        <>
          <p role="status" className="status-summary" data-waits={data === null || undefined}>
            {data ? summaryOf(data, words) : t('status.loading')}
          </p>
          <PlatformTable platforms={data?.platforms ?? null} />
          {data && <Reasons platforms={data.platforms} />}
          <Foot {...fetched} />
        </>
      )}
    </section>
  );
}

/** The message and a retry button. */
function Failed({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useWords();
  return (
    <Card tone="bad" className="list-note" role="alert">
      <h3>{t('status.failedHeading')}</h3>
      <p>{t('status.failedText')}</p>
      <Button variant="primary" icon={RotateCcw} onClick={onAgain}>
        {t('status.tryAgain')}
      </Button>
    </Card>
  );
}

/** The foot; its space is reserved while it is empty. */
function Foot({ data, phase, load }: Fetched<StatusAnswer>) {
  const { t, language } = useWords();
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const isLoading = phase === 'loading';
  return (
    <div className="status-foot">
      <p>
        {data && (
          <time dateTime={data.at}>
            {t('status.updatedAt', { time: time.format(new Date(data.at)) })}
          </time>
        )}
        {data && data.made.weekFiles > 0 && (
          <span>{t('status.week', { files: data.made.weekFiles })}</span>
        )}
      </p>
      {phase === 'failed' && (
        <p role="alert" className="text-bad">
          {t('status.failedAgain')}
        </p>
      )}
      <Button icon={RotateCcw} busy={isLoading} onClick={load}>
        {isLoading && data ? t('status.refreshing') : t('status.refresh')}
      </Button>
    </div>
  );
}

/** One line for each platform that was switched off with a reason, or refuses this server. */
function Reasons({ platforms }: { readonly platforms: readonly PlatformStatus[] }) {
  const { t } = useWords();
  const withReason = platforms.filter(({ reason, refused }) => reason !== null || refused);
  if (withReason.length === 0) return null;
  return (
    <ul className="status-reasons">
      {withReason.map(({ platform, reason, refused }) => (
        <li key={platform}>
          <strong>{PLATFORMS[platform].label}</strong>{' '}
          <bdi>{reason ?? (refused && t(`status.refused_${refused}`))}</bdi>
        </li>
      ))}
    </ul>
  );
}
