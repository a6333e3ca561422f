// Title, artist and cover for an audio file.
import { AppError } from '../../shared/errors.ts';
import type { Item } from '../../shared/media.ts';
import type { Clock } from '../async/clock.ts';
import { linkedController } from '../async/linked-controller.ts';
import type { PlanOption } from '../choosing/plan.ts';
import type { Inspected } from '../inspecting/inspection.ts';
import type { Thumbnails } from '../inspecting/ports.ts';
import { OWN_NETWORK } from '../limits/networks.ts';
import type { Tags } from './ports.ts';

/** What tags are made with. */
export type TagNeeds = { readonly thumbnails: Thumbnails; readonly clock: Clock };

/** A slow cover must not delay the file. */
const COVER_TIMEOUT_MS = 3000;

/** The tags of a file that is encoded, else null. A cover that cannot be fetched in time is left out. */
export function tagsFor(
  needs: TagNeeds,
  { inspection, sources }: Inspected,
  item: Item,
  option: PlanOption,
  signal: AbortSignal,
): Tags | null {
  if (option.recipe.container !== 'mp3' || option.recipe.kind !== 'encode') return null;
  const source = item.thumbnail ? sources.byId.get(item.thumbnail.id) : undefined;
  const cover = source
    ? coverOf(needs, { ...source, platform: inspection.link.platform }, signal)
    : Promise.resolve(null);
  // The transcoder may have failed before it awaits the cover.
  cover.catch(() => undefined);
  return { title: item.title || inspection.media.title, artist: inspection.media.author, cover };
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
