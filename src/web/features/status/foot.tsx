// The foot of the table: the time of the figures, this server's totals, and a refresh button.
import { RotateCcw } from 'lucide-react';
import type { StatusAnswer } from '../../../shared/api/site.ts';
import type { Fetched } from '../../page/use-fetched.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';

/** The foot; its space is reserved while it is empty. */
export function Foot({ data, phase, load }: Fetched<StatusAnswer>) {
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
