// Title, artist, album, year and cover for a file.
import { AppError } from '../../../shared/errors.ts';
import { FILE_FORMATS } from '../../../shared/media/formats.ts';
import type { Item, Song } from '../../../shared/media/media.ts';
import type { Clock } from '../../async/clock.ts';
import { linkedController } from '../../async/linked-controller.ts';
import type { ChosenTags } from '../../choosing/choice.ts';
import type { PlanOption } from '../../choosing/plan.ts';
import { type Inspected, viaOf } from '../../inspecting/inspection.ts';
import type { Thumbnails } from '../../inspecting/ports.ts';
import { OWN_NETWORK } from '../../limits/networks.ts';
import type { Tags } from '../ports.ts';

/** What tags are made with. */
export type TagNeeds = { readonly thumbnails: Thumbnails; readonly clock: Clock };

/**
 * How long a cover may take, from the start of the job: a host that does not answer must not hold up the file for longer. The
 * cover is nearly always in memory, since the visitor saw it; on a busy server it may take seconds to be made.
 */
const COVER_TIMEOUT_MS = 10_000;

/** A file to tag: the inspection and the item that it is of, and the tags that were chosen. */
type Tagged = {
  readonly inspected: Inspected;
  readonly item: Item;
  readonly option: PlanOption;
  readonly chosen: ChosenTags | undefined;
};

/** The tags that were chosen, and of an encoded MP3 and of a song those of the post; else null. A cover that cannot be fetched in time is left out. */
export function tagsFor(
  needs: TagNeeds,
  { inspected: { inspection, sources }, item, option, chosen }: Tagged,
  signal: AbortSignal,
): Tags | null {
  const { container, kind } = option.recipe;
  const { song } = item;
  const format = FILE_FORMATS[container];
  const holds: readonly string[] = format.holds;
  const isTagged =
    chosen !== undefined ||
    (container === 'mp3' && kind === 'encode') ||
    (song !== undefined && format.kind === 'audio' && holds.includes('tags'));
  if (!isTagged) return null;
  const mayHaveCover = holds.includes('cover');
  const hasCover = mayHaveCover && (chosen?.cover ?? true);
  const source = hasCover && item.thumbnail ? sources.byId.get(item.thumbnail.id) : undefined;
  const cover = source
    ? coverOf(
        needs,
        {
          ...source,
          platform: inspection.link.platform,
          via: viaOf(sources),
          ...(song?.hasSquareCover && { isSquare: true }),
        },
        signal,
      )
    : Promise.resolve(null);
  // The transcoder may have failed before it awaits the cover.
  cover.catch(() => undefined);
  return {
    title: chosen?.title ?? song?.track ?? (item.title || inspection.media.title),
    artist: chosen?.artist ?? song?.artists.join(', ') ?? inspection.media.author,
    ...(song && albumOf(song)),
    ...(chosen?.album && { album: chosen.album }),
    ...(chosen?.track && { track: String(chosen.track) }),
    cover,
  };
}

function albumOf({ album, albumArtist, date, year, trackNumber, discNumber, genre }: Song) {
  return {
    ...(album && { album }),
    ...(albumArtist && { albumArtist }),
    ...((date || year) && { date: date ?? String(year) }),
    ...(trackNumber && { track: String(trackNumber) }),
    ...(discNumber && { disc: String(discNumber) }),
    ...(genre && { genre }),
  };
}

async function coverOf(
  { thumbnails, clock }: TagNeeds,
  source: Parameters<Thumbnails['render']>[0],
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const controller = linkedController(signal);
  const callOff = clock.after(COVER_TIMEOUT_MS, () => controller.end());
  try {
    return await thumbnails.render(source, OWN_NETWORK, controller.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) return null;
    throw error;
  } finally {
    callOff();
    controller.end();
  }
}
