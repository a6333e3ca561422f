// The keyboard shortcuts and limits of the trimmer, collapsed by default.
import type { RefObject } from 'react';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { formatBytes } from '../../../words/figures.ts';
import { MEMORY_BYTES } from '../media/limits.ts';
import type { OpenMedia } from '../media/open-media.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';

type KeysListProps = {
  readonly media: OpenMedia;
  /** The element around the list: its disclosure is opened by a key. */
  readonly list: RefObject<HTMLDivElement | null>;
};

/** The list. */
export function KeysList({ media, list }: KeysListProps) {
  const { t, language } = useTrimmerWords();
  const keys = [
    { keys: [t('trimmer.spaceKey')], does: t('trimmer.keyPlay') },
    { keys: ['←', '→'], does: t('trimmer.keyStep') },
    { keys: [',', '.'], does: t('trimmer.keyFrame') },
    { keys: ['I', 'O'], does: t('trimmer.keyMarks') },
    { keys: ['Home', 'End'], does: t('trimmer.keyEdges') },
    { keys: ['B'], does: t('trimmer.split') },
    { keys: ['X'], does: t('trimmer.keyToggle') },
    { keys: ['N'], does: t('trimmer.addPart') },
    { keys: [t('trimmer.deleteKey')], does: t('trimmer.deletePart') },
    { keys: ['Ctrl+Z', 'Ctrl+Y'], does: t('trimmer.keyUndo') },
    { keys: ['+', '−', 'Z'], does: t('trimmer.keyZoom') },
    { keys: ['L'], does: t('trimmer.loop') },
    { keys: ['C'], does: t('trimmer.snapshot') },
    { keys: ['?'], does: t('trimmer.keyHelp') },
  ];
  return (
    <div ref={list} className="mt-6 border-line border-t pt-2 text-sm">
      <Disclosure summary={t('trimmer.keysSummary')} className="trim-keys">
        <p className="text-soft">{t('trimmer.keysIntro')}</p>
        <dl className="mt-3 grid gap-2">
          {keys.map((one) => (
            <div key={one.does} className="flex flex-wrap items-baseline gap-x-4">
              <dt className="min-w-24" dir="ltr">
                {one.keys.map((key) => (
                  <kbd key={key} className="trim-key">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{one.does}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
      <p className="mt-2 text-soft">
        {t(media.video ? 'trimmer.keptTracks' : 'trimmer.keptSound')}
      </p>
      {media.unknownTracks > 0 && (
        <p className="mt-1 text-soft">{t('trimmer.leftOut', { count: media.unknownTracks })}</p>
      )}
      <p className="mt-1 text-soft">
        {t('trimmer.limits', { memory: formatBytes(MEMORY_BYTES, language) })}
      </p>
    </div>
  );
}
