// Shares the page: plain links to four networks, which load nothing in advance, and a copy button.
import { useEffect, useState } from 'react';
import { usePage } from '../app/page-context.tsx';
import { Mark } from '../platform-marks/mark.tsx';
import type { MarkId } from '../platform-marks/mark-id.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { useWords } from '../words/words.tsx';

type Network = {
  readonly mark: MarkId;
  readonly name: string;
  readonly page: string;
  /** The names of the URL and title parameters of the network's share page. */
  readonly params: readonly [address: string, title?: string];
};

const NETWORKS: readonly Network[] = [
  {
    mark: 'facebook',
    name: 'Facebook',
    params: ['u'],
    page: 'https://www.facebook.com/sharer/sharer.php',
  },
  {
    mark: 'twitter',
    name: 'Twitter / X',
    params: ['url', 'text'],
    page: 'https://twitter.com/intent/tweet',
  },
  { mark: 'whatsapp', name: 'WhatsApp', params: ['text'], page: 'https://wa.me/' },
  {
    mark: 'telegram',
    name: 'Telegram',
    params: ['url', 'text'],
    page: 'https://t.me/share/url',
  },
];

/** The box. Its links have no target until the page's full URL is known in the browser. */
export function ShareBox() {
  const { t } = useWords();
  const { href, title } = usePage();
  const [origin, setOrigin] = useState<string | null>(null);
  useEffect(() => setOrigin(location.origin), []);
  const address = origin === null ? null : origin + href;
  return (
    <section aria-label={t('ui.sharePage')} className="share-box">
      <span aria-hidden="true">{t('ui.sharePage')}</span>
      <ul>
        {NETWORKS.map((network) => (
          <li key={network.mark}>
            <a
              href={address === null ? undefined : shareLink(network, address, title)}
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
      <CopyButton text={address ?? href} label={t('ui.copyLink')} variant="quiet" />
    </section>
  );
}

function shareLink({ page, params }: Network, address: string, title: string): string {
  const [addressName, titleName] = params;
  const query = new URLSearchParams({ [addressName]: address });
  if (titleName) query.set(titleName, title);
  return `${page}?${query}`;
}
