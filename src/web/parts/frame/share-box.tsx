// Shares the page: plain links to four networks, which load nothing in advance, and a button that copies its address.
import { Check, Copy } from 'lucide-react';
import { Mark } from '../../platform-marks/mark.tsx';
import type { MarkId } from '../../platform-marks/mark-id.ts';
import { Icon } from '../../ui/icon.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Drawing } from '../drawing.ts';

type Network = {
  readonly mark: MarkId;
  readonly name: string;
  /** The page for sharing without parameters, and those with places for the address and title of our page. */
  readonly page: string;
  readonly query: string;
};

const NETWORKS: readonly Network[] = [
  {
    mark: 'facebook',
    name: 'Facebook',
    page: 'https://www.facebook.com/sharer/sharer.php',
    query: 'u={url}',
  },
  {
    mark: 'twitter',
    name: 'Twitter / X',
    page: 'https://twitter.com/intent/tweet',
    query: 'url={url}&text={title}',
  },
  { mark: 'whatsapp', name: 'WhatsApp', page: 'https://wa.me/', query: 'text={url}' },
  {
    mark: 'telegram',
    name: 'Telegram',
    page: 'https://t.me/share/url',
    query: 'url={url}&text={title}',
  },
];

/** The box. `app/share-links.ts` completes it: the full URL of the page is known in the browser only. */
export function ShareBox({ drawing: { t } }: { readonly drawing: Drawing }) {
  return (
    <section aria-label={t('frame.sharePage')} className="share-box">
      <span aria-hidden="true">{t('frame.sharePage')}</span>
      <ul>
        {NETWORKS.map(({ mark, name, page, query }) => (
          <li key={mark}>
            <a
              href={page}
              data-share={`${page}?${query}`}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('frame.shareOn', { network: name })}
              title={name}
              className="icon-btn"
            >
              <Mark of={mark} />
            </a>
          </li>
        ))}
      </ul>
      <button type="button" data-plain="copy" className="group btn btn-quiet">
        <Icon of={Copy} className="group-data-done:hidden" />
        <Icon of={Check} className="hidden group-data-done:block" />
        <span aria-live="polite">
          <span className="group-data-done:hidden">{t('frame.copyLink')}</span>
          <span className="hidden group-data-done:inline">{t('ui.copied')}</span>
        </span>
      </button>
      <div id="copy-by-hand" hidden className="copy-by-hand">
        <TextField
          id="page-address"
          label={t('frame.copyLink')}
          labelHidden
          readOnly
          dir="ltr"
          hint={t('ui.copyByHand')}
        />
      </div>
    </section>
  );
}
