// Badges for the devices on which a file plays.
import { Check, Monitor, Smartphone, Tv } from 'lucide-react';
import type { Offer } from '../../../shared/api/inspect.ts';
import { Badge } from '../../ui/badge.tsx';
import { useWords } from '../../words/words.tsx';

const PLACES = {
  everything: { icon: Check, key: 'download.everything' },
  computers: { icon: Monitor, key: 'download.computers' },
  recentPhones: { icon: Smartphone, key: 'download.recentPhones' },
  recentTvs: { icon: Tv, key: 'download.recentTvs' },
} as const;

/** The badges, in a wrapping row; a plain text if no device is certain. */
export function PlaysOn({ places }: { readonly places: readonly Offer['playsOn'][number][] }) {
  const { t } = useWords();
  if (places.length === 0)
    return <span className="text-soft text-xs">{t('download.receiptNoPromise')}</span>;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {places.map((place) => (
        <Badge
          key={place}
          icon={PLACES[place].icon}
          tone={place === 'everything' ? 'good' : 'neutral'}
        >
          {t(PLACES[place].key)}
        </Badge>
      ))}
    </span>
  );
}
