// Picks one item of a post that has several.
import { Image, Music, Video } from 'lucide-react';
import type { InspectAnswer } from '../../../shared/api/inspect.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatLength } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';

const ICONS = { video: Video, photo: Image, sound: Music } as const;

type ItemPickerProps = {
  readonly answer: InspectAnswer;
  readonly picked: string | null;
  readonly onPick: (itemId: string) => void;
};

/** A grid of native radios, each with its thumbnail and its kind. */
export function ItemPicker({ answer, picked, onPick }: ItemPickerProps) {
  const { t } = useWords();
  const { items, omittedItems } = answer;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">
        {t('download.itemsHeading', { count: items.length })}
      </legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {items.map((item) => (
          <label
            key={item.id}
            className="group relative block cursor-pointer overflow-hidden rounded-md border border-line bg-card has-checked:border-signal-ink has-checked:ring-1 has-checked:ring-signal-ink has-focus-visible:outline-3 has-focus-visible:outline-signal-ink has-focus-visible:outline-offset-2"
          >
            <span className="block aspect-square bg-sunk">
              {item.thumbnailUrl && (
                <img
                  src={item.thumbnailUrl}
                  alt=""
                  loading="lazy"
                  width={160}
                  height={160}
                  className="size-full object-cover"
                />
              )}
            </span>
            <span className="flex items-center gap-2 p-2 text-sm">
              <input
                type="radio"
                name="item"
                value={item.id}
                checked={item.id === picked}
                onChange={() => onPick(item.id)}
                className="size-5 flex-none"
              />
              {t('download.item', { kind: item.kind, index: item.index })}
            </span>
            <span className="absolute inset-s-2 top-2">
              <Badge icon={ICONS[item.kind]}>
                {item.durationSeconds === null
                  ? t('download.itemKind', { kind: item.kind })
                  : formatLength(item.durationSeconds)}
              </Badge>
            </span>
          </label>
        ))}
      </div>
      {omittedItems > 0 && (
        <p className="mt-2 text-soft text-sm">{t('download.omitted', { count: omittedItems })}</p>
      )}
    </fieldset>
  );
}
