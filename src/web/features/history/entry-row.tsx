// One download of the history.
import { RotateCcw, Trash2 } from 'lucide-react';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { inLanguage, pathOf } from '../../../shared/routes.ts';
import type { Entry } from '../../download-client/history/entry.ts';
import { Mark } from '../../platform-marks/mark.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { formatBytes } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';

/** Digits only: `Intl` has no Latin months. */
const TIME: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
};

type EntryRowProps = { readonly entry: Entry; readonly onErase: () => void };

/** The row; it has no picture, since that would have to be asked for. */
export function EntryRow({ entry, onErase }: EntryRowProps) {
  const { t, code, language } = useWords();
  const { title, author, platform, format, quality, bytes, savedAt, link } = entry;
  const name = title.trim() || link;
  const home = inLanguage(languageOf(code).prefix, pathOf('home'));
  const facts = [
    PLATFORMS[platform].label,
    author,
    format.toUpperCase(),
    quality,
    bytes === null ? null : formatBytes(bytes, language),
  ].filter((fact) => fact !== null);
  const time = new Intl.DateTimeFormat(language, TIME);
  return (
    <li className="history-row">
      <Mark of={platform} className="size-5" />
      <div className="min-w-0">
        <h3 className="text-base [overflow-wrap:anywhere]" dir="auto">
          {name}
        </h3>
        <p className="flex flex-wrap gap-x-3 text-soft text-sm">
          {[...new Set(facts)].map((fact) => (
            <bdi key={fact} className="min-w-0 [overflow-wrap:anywhere]">
              {fact}
            </bdi>
          ))}
          <time dateTime={new Date(savedAt).toISOString()}>{time.format(savedAt)}</time>
        </p>
      </div>
      <div className="history-row-tools">
        <ButtonLink
          icon={RotateCcw}
          href={`${home}?u=${encodeURIComponent(link)}`}
          aria-label={`${t('history.again')}: ${name}`}
        >
          {t('history.again')}
        </ButtonLink>
        <IconButton label={t('history.erase', { title: name })} icon={Trash2} onClick={onErase} />
      </div>
    </li>
  );
}
