// Gives every format of an item an id that stays the same across inspections.
import type { RawFormat } from './info-shape.ts';
import { safeId } from './read-text.ts';

/**
 * One id per format, in their order: the item's index, the platform's name for the format, and the language where the
 * item has several. yt-dlp numbers formats of one name by their rank (`140-0`, `140-1`), which may change with each
 * inspection; a language is more stable. The language of a single audio track may be known in one inspection and
 * unknown in the next.
 */
export function trackIds(
  formats: readonly RawFormat[],
  index: number,
  severalVoices: boolean,
): readonly string[] {
  const name = (format: RawFormat, unnumbered: boolean) =>
    nameOf(format, severalVoices && format.language !== null, unnumbered);
  const unnumbered = formats.map((format) => name(format, true));
  const taken = new Set<string>();
  return formats.map((format, at) => {
    const short = unnumbered[at] ?? '';
    const isAlone = unnumbered.filter((other) => other === short).length === 1;
    const wanted = `${index}.${isAlone ? short : name(format, false)}`;
    let id = wanted;
    for (let number = 2; taken.has(id); number++) id = `${wanted}.${number}`;
    taken.add(id);
    return id;
  });
}

function nameOf(format: RawFormat, withLanguage: boolean, unnumbered: boolean): string {
  const id = safeId(format.format_id) || 'format';
  const language = withLanguage ? safeId(format.language, 20) : '';
  if (language === '') return id;
  return `${unnumbered ? id.replace(/-\d{1,2}$/u, '') : id}.${language}`;
}
