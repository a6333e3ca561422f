// Title, artist and cover of the file, and the picture of the post as a file.

import type { Details } from '../../../download-client/flow-state.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useWords } from '../../../words/words.tsx';
import { formatOf, holds } from './details.ts';
import type { Row } from './rows.ts';

type TagFieldsProps = {
  readonly row: Row;
  /** What the post has. */
  readonly title: string;
  readonly artist: string;
  readonly details: Details;
  readonly onChange: (details: Details) => void;
};

/** The fields, folded away; a sentence for a format without tags. */
export function TagFields({ row, title, artist, details, onChange }: TagFieldsProps) {
  const { t } = useWords();
  const format = formatOf(row, details.container ?? 'mp4');
  const tags = details.tags ?? {};
  const change = (changed: NonNullable<Details['tags']>) =>
    onChange({ ...details, tags: { ...tags, ...changed } });
  return (
    <Disclosure summary={t('advanced.tags')} className="border-line border-y py-1">
      {holds(format, 'tags') ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('advanced.tagTitle')}
            value={tags.title ?? title}
            maxLength={200}
            dir="auto"
            onChange={({ target }) => change({ title: target.value })}
          />
          <TextField
            label={t('advanced.tagArtist')}
            value={tags.artist ?? artist}
            maxLength={200}
            dir="auto"
            onChange={({ target }) => change({ artist: target.value })}
          />
          {holds(format, 'cover') && (
            <CheckField checked={tags.cover ?? true} onChange={(cover) => change({ cover })}>
              {t('advanced.cover')}
            </CheckField>
          )}
        </div>
      ) : (
        <p className="text-soft">{t('advanced.noTags')}</p>
      )}
    </Disclosure>
  );
}
