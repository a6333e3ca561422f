// The subtitles of an item: to save in three formats, to put into the video, and to read.

import { BookOpen } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { InspectItem } from '../../../../shared/api/inspect.ts';
import { BASE_PATH } from '../../../../shared/base-path.ts';
import type { Details } from '../../../download-client/flow-state.ts';
import { laterPart } from '../../../page/later-part.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { nameOfLanguage } from '../../../words/language-name.ts';
import { useWords } from '../../../words/words.tsx';
import { formatOf, holds } from './details.ts';
import type { Row } from './rows.ts';

const Transcript = laterPart(() => import('./transcript.tsx').then(({ Transcript }) => Transcript));

type SubtitleListProps = {
  /** The id of the inspection. */
  readonly inspection: string;
  readonly item: InspectItem;
  readonly row: Row;
  readonly details: Details;
  readonly onChange: (subtitles: readonly string[]) => void;
};

const FORMATS = ['srt', 'vtt', 'txt'] as const;

/** The address of subtitles in a format. */
function subtitleAddress(inspection: string, id: string, format: string, query = ''): string {
  return `${BASE_PATH}/api/inspections/${inspection}/subtitles/${encodeURIComponent(`${id}.${format}`)}${query}`;
}

/** The list; nothing for an item without subtitles. */
export function SubtitleList({ inspection, item, row, details, onChange }: SubtitleListProps) {
  const words = useWords();
  const { t } = words;
  const [readId, setReadId] = useState<string | null>(null);
  if (item.subtitles.length === 0) return null;
  const { subtitles = [], container = 'mp4' } = details;
  const read = item.subtitles.find(({ id }) => id === readId);
  const query = details.withoutMarked ? '?withoutMarked=true' : '';
  const canHold = holds(formatOf(row, container), 'subtitles');
  return (
    <section aria-labelledby="advanced-subtitles">
      <h3 id="advanced-subtitles" className="text-lg">
        {t('advanced.subtitles')}
      </h3>
      <p className="text-soft text-sm">
        {canHold ? t('advanced.subtitlesHint') : t('advanced.subtitlesCannot')}
      </p>
      <ul className="mt-3 grid gap-3">
        {item.subtitles.map(({ id, language, automatic }) => {
          const name = nameOfLanguage(language, words);
          return (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-3"
            >
              <span className="min-w-40 flex-1">
                <CheckField
                  checked={canHold && subtitles.includes(id)}
                  disabled={!canHold}
                  onChange={(checked) =>
                    onChange(
                      checked ? [...subtitles, id] : subtitles.filter((other) => other !== id),
                    )
                  }
                >
                  {name} {automatic && <Badge>{t('advanced.automatic')}</Badge>}
                </CheckField>
              </span>
              <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
                {FORMATS.map((format) => (
                  <a
                    key={format}
                    className="link"
                    href={subtitleAddress(inspection, id, format, query)}
                    download=""
                    aria-label={t('advanced.saveSubtitles', {
                      language: name,
                      format: format.toUpperCase(),
                    })}
                  >
                    {format.toUpperCase()}
                  </a>
                ))}
                <Button
                  variant="quiet"
                  icon={BookOpen}
                  aria-expanded={readId === id}
                  onClick={() => setReadId(readId === id ? null : id)}
                >
                  {t('advanced.read')}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
      {read && (
        <Suspense fallback={<Skeleton className="mt-4 h-64 w-full rounded-md" />}>
          <Transcript
            key={read.id}
            address={subtitleAddress(inspection, read.id, 'json')}
            language={read.language}
          />
        </Suspense>
      )}
    </section>
  );
}
