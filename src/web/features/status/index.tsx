// The status table of the platforms, measured by this server.
import { useRef } from 'react';
import type { StatusAnswer } from '../../../shared/api/site.ts';
import { useFetched } from '../../page/use-fetched.ts';
import { useWords } from '../../words/words.tsx';
import { Failed } from './failed.tsx';
import { Foot } from './foot.tsx';
import { PlatformTable } from './platform-table.tsx';
import { Reasons } from './reasons.tsx';
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
