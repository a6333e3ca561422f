// The benefits of the trending page, and a link to the operator's Telegram channel.
import type { Drawing } from './drawing.ts';

/** The benefits. The server omits the channel if its URL is not set. */
export function TrendingBenefits({ drawing }: { readonly drawing: Drawing }) {
  const { t, subject } = drawing;
  const { benefits, words } = subject.text;
  return (
    <>
      {'{{#telegram_url}}'}
      <div className="telegram">
        <p>{t('text.telegramText')}</p>
        <a
          href="{{telegram_url}}"
          className="btn btn-secondary"
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('text.joinTelegram')}
        </a>
      </div>
      {'{{/telegram_url}}'}
      <section className="prose-section" aria-labelledby="benefits">
        <h2 id="benefits">{words['benefitsHeading']}</h2>
        <ul className="benefits">
          {benefits.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
