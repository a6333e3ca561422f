// Shares the page: plain links to four networks, which load nothing in advance, and a copy button.
import { useEffect, useState } from 'react';
import { usePage } from '../app/page-context.tsx';
import { SHARE_PAGES, type SharedOn } from '../app/share-links.ts';
import { Mark } from '../platform-marks/mark.tsx';
import type { MarkId } from '../platform-marks/mark-id.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { useWords } from '../words/words.tsx';

const NETWORKS: readonly { readonly mark: MarkId & SharedOn; readonly name: string }[] = [
  { mark: 'facebook', name: 'Facebook' },
  { mark: 'twitter', name: 'Twitter / X' },
  { mark: 'whatsapp', name: 'WhatsApp' },
  { mark: 'telegram', name: 'Telegram' },
];

/** The box. `app/share-links.ts` completes its links: the page's full URL is known in the browser only. */
export function ShareBox() {
  const { t } = useWords();
  const { href } = usePage();
  const [origin, setOrigin] = useState('');
  useEffect(() => setOrigin(location.origin), []);
  return (
    <section aria-label={t('ui.sharePage')} className="share-box">
      <span aria-hidden="true">{t('ui.sharePage')}</span>
      <ul>
        {NETWORKS.map((network) => (
          <li key={network.mark}>
            <a
              href={SHARE_PAGES[network.mark].page}
              suppressHydrationWarning
              data-share={network.mark}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('ui.shareOn', { network: network.name })}
              title={network.name}
              className="icon-btn"
            >
              <Mark of={network.mark} />
            </a>
          </li>
        ))}
      </ul>
      <CopyButton text={origin + href} label={t('ui.copyLink')} variant="quiet" />
    </section>
  );
}
