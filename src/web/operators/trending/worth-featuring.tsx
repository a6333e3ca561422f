// Suggestions of frequently downloaded links: one click adds the video, or opens the form if that fails.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/words.tsx';
import { addFound } from './calls.ts';
import { platformName } from './form/platform-options.ts';

/** A suggested link. */
type WorthFeaturing = {
  readonly platform: PlatformId;
  readonly link: string;
  readonly downloads: number;
};

type WorthFeaturingProps = {
  readonly onAdded: () => void;
  /** Called with a link that could not be added automatically. */
  readonly onForm: (link: string) => void;
};

/** The list, collapsed by default and loaded when opened. */
export function WorthFeaturing({ onAdded, onForm }: WorthFeaturingProps) {
  const { t } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const { data, isError, refetch } = useQuery<readonly WorthFeaturing[]>({
    queryKey: ['/api/admin/worth-featuring'],
    enabled: isOpen,
  });
  const add = useMutation({
    mutationFn: addFound,
    onSuccess: () => {
      onAdded();
      void refetch();
    },
    onError: (_error, link) => onForm(link),
  });
  return (
    <Disclosure
      summary={t('operators-trending.worth')}
      className="worth"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <p className="text-sm text-soft">{t('operators-trending.worthText')}</p>
      <div aria-live="polite">
        {isError && <p className="text-bad">{t('operators-trending.worthFailed')}</p>}
        {data?.length === 0 && <p>{t('operators-trending.worthEmpty')}</p>}
      </div>
      {isOpen && !data && !isError && <Skeleton className="mt-3 h-24 w-full" />}
      {data && data.length > 0 && (
        <ul className="worth-list">
          {data.map(({ platform, link, downloads }) => (
            <li key={link}>
              <span className="min-w-0">
                <span className="block text-sm text-soft">
                  {platformName(platform)} ·{' '}
                  {t('operators-trending.worthDownloads', { count: downloads })}
                </span>
                <bdi dir="ltr" className="worth-link">
                  {link}
                </bdi>
              </span>
              <Button
                icon={Plus}
                aria-label={t('operators-trending.worthAddOf', { link })}
                busy={add.isPending && add.variables === link}
                disabled={add.isPending}
                onClick={() => add.mutate(link)}
              >
                {t('operators-trending.worthAdd')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  );
}
