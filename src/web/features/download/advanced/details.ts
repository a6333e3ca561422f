// What the advanced page adds to a choice: which formats a row can become, what they can hold, and the file's name. Pure.
import type { InspectItem } from '../../../../shared/api/inspect.ts';
import { EDIT_TARGETS } from '../../../../shared/media/edit-targets.ts';
import { fileNameOf } from '../../../../shared/media/file-name.ts';
import { FILE_FORMATS, type FileFormat } from '../../../../shared/media/formats.ts';
import { LOUDNESS, type Loudness } from '../../../../shared/media/loudness.ts';
import type { Details } from '../../../download-client/flow-state.ts';
import type { Row } from './rows.ts';

/** A format of a file, or the one that the codecs of a row belong in. */
export type Container = NonNullable<Details['container']>;

const VIDEO: readonly Container[] = ['mp4', 'webm', 'mov', 'avi', 'original'];
const AUDIO: readonly Container[] = ['mp3', 'm4a', 'aac', 'original'];

/** The formats that a row can become, the first by default. */
export function containersFor(row: Row): readonly Container[] {
  if (row.kind === 'video') return VIDEO;
  return row.trackId === null && row.offerId !== 'original-sound'
    ? AUDIO.filter((one) => one !== 'original')
    : AUDIO;
}

/** Whether a row becomes a format as it is; null where that is not known before. */
export function isCopied(row: Row, container: Container, details: Details): boolean | null {
  const { kilobitsPerSecond, loudness, withoutMarked } = details;
  if (kilobitsPerSecond !== undefined || loudness === 'level' || withoutMarked) return false;
  if (container === 'original' || (container === 'mp4' && row.kind === 'video')) return true;
  const target = EDIT_TARGETS[container];
  const holds = (codecs: readonly string[], codec: string | null) =>
    codec !== null && codecs.includes(codec);
  if (row.kind === 'audio') return holds(target.sounds, row.audioCodec);
  if (!holds(target.pictures, row.videoCodec)) return false;
  // Another audio track may be combined with it.
  return row.hasSound === 'no' || holds(target.sounds, row.audioCodec) ? true : null;
}

/** The format of the file, as far as it is known before. */
export function formatOf(row: Row, container: Container): FileFormat {
  if (container !== 'original') return container;
  const webm = EDIT_TARGETS.webm;
  if (row.kind === 'video')
    return (webm.pictures as readonly string[]).includes(row.videoCodec ?? '') ? 'webm' : 'mp4';
  const formats = Object.entries(FILE_FORMATS) as [
    FileFormat,
    { originalAudio: readonly string[] },
  ][];
  return (
    formats.find(([, { originalAudio }]) => originalAudio.includes(row.audioCodec ?? ''))?.[0] ??
    'm4a'
  );
}

/** What a format can hold besides video and audio. */
export function holds(format: FileFormat, what: 'tags' | 'cover' | 'subtitles'): boolean {
  return (FILE_FORMATS[format].holds as readonly string[]).includes(what);
}

/** What can be done about the loudness of a file: tags where its format holds them, another level where it is encoded. */
export function loudnessFor(row: Row, container: Container): readonly Loudness[] {
  if (row.kind !== 'audio') return [];
  const isFit = (one: Loudness) =>
    one === 'level' ? container !== 'original' : holds(formatOf(row, container), 'tags');
  return LOUDNESS.filter(isFit);
}

/** The details without what the format cannot hold, and without what is empty. */
export function fitDetails(details: Details, row: Row): Details {
  const { container = 'mp4', sound, kilobitsPerSecond, subtitles = [], tags, name } = details;
  const { withoutMarked } = details;
  const loudness = loudnessFor(row, container).find((one) => one === details.loudness);
  const format = formatOf(row, container);
  const kept = tags && holds(format, 'tags') ? fitTags(tags, format) : undefined;
  return {
    container,
    ...(sound && { sound }),
    ...(kilobitsPerSecond !== undefined && container !== 'original' && { kilobitsPerSecond }),
    ...(loudness && { loudness }),
    ...(subtitles.length > 0 && holds(format, 'subtitles') && { subtitles }),
    ...(kept && { tags: kept }),
    ...(name?.trim() && { name }),
    ...(withoutMarked && { withoutMarked }),
  };
}

function fitTags({ title, artist, cover }: NonNullable<Details['tags']>, format: FileFormat) {
  return {
    ...(title !== undefined && { title }),
    ...(artist !== undefined && { artist }),
    ...(cover !== undefined && holds(format, 'cover') && { cover }),
  };
}

/** The name that the file will have; a title gets its resolution or its bit rate from the server. */
export function previewName(
  details: Details,
  { row, item, title }: { readonly row: Row; readonly item: InspectItem; readonly title: string },
): string {
  const { container = 'mp4', name = '' } = details;
  const extension = formatOf(row, container);
  const ending = `.${extension}`;
  const typed = name.trim();
  if (typed !== '') {
    const stem = typed.toLowerCase().endsWith(ending) ? typed.slice(0, -ending.length) : typed;
    return fileNameOf({ title: stem, qualifier: null, extension });
  }
  const kilobits = details.kilobitsPerSecond ?? (container === 'mp3' ? MP3_KILOBITS : null);
  const qualifier =
    row.kind === 'video' ? row.shortSide && `${row.shortSide}p` : kilobits && `${kilobits} kbps`;
  const song = row.kind === 'audio' ? item.song : undefined;
  return fileNameOf({
    title: song?.track ?? (item.title || title),
    author: song?.artists.join(', ') ?? null,
    qualifier: qualifier || null,
    extension,
  });
}

/** The bit rate of an MP3 where none was chosen. */
export const MP3_KILOBITS = 320;
