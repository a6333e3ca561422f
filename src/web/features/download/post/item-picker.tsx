// Ticks items of a post that has several.
import { Image, Music, Video } from 'lucide-react';
import { useId } from 'react';
import type { InspectAnswer } from '../../../../shared/api/inspect.ts';
import { Badge } from '../../../ui/badge.tsx';
import { formatLength } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';

const ICONS = { video: Video, photo: Image, sound: Music } as const;

type ItemPickerProps = {
  readonly answer: InspectAnswer;
  readonly tickedIds: readonly string[];
  readonly disabled: boolean;
  readonly onTick: (tickedIds: readonly string[]) => void;
};

/** A grid of native checkboxes, each with its thumbnail and its kind. */
export function ItemPicker({ answer, tickedIds, disabled, onTick }: ItemPickerProps) {
  const { t } = useWords();
  const hintId = useId();
  const { items, omittedItems } = answer;
  const tick = (id: string, isTicked: boolean) =>
    onTick(isTicked ? [...tickedIds, id] : tickedIds.filter((one) => one !== id));
  return (
    <fieldset className="min-w-0" disabled={disabled} aria-describedby={hintId}>
      <legend className="font-semibold">{t('post.itemsHeading', { count: items.length })}</legend>
      <p id={hintId} className="mt-1 mb-3 text-soft text-sm">
        {t('post.tickHint')}
      </p>
      <div className="grid grid-cols-3 gap-3 sm:grid-cols-4 md:grid-cols-5">
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
            <span className="flex items-center gap-1.5 p-1.5 text-xs sm:gap-2 sm:p-2 sm:text-sm">
              <input
                type="checkbox"
                checked={tickedIds.includes(item.id)}
                onChange={({ target }) => tick(item.id, target.checked)}
                className="size-5 flex-none"
              />
              {t('post.item', { kind: item.kind, index: item.index })}
            </span>
            <span className="absolute inset-s-2 top-2">
              <Badge icon={ICONS[item.kind]}>
                {item.durationSeconds === null
                  ? t('post.itemKind', { kind: item.kind })
                  : formatLength(item.durationSeconds)}
              </Badge>
            </span>
          </label>
        ))}
      </div>
      {omittedItems > 0 && (
        <p className="mt-2 text-soft text-sm">{t('post.omitted', { count: omittedItems })}</p>
      )}
    </fieldset>
  );
}
