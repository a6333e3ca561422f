// Makes a plan of an inspection and a choice. Pure.
import type { Item } from '../../shared/media.ts';
import type { Inspection } from '../inspecting/inspection.ts';
import { audioOptions, originalSoundOptions } from './audio-options.ts';
import { type Choice, isVideo } from './choice.ts';
import { containerOptions } from './container-options.ts';
import {
  type Estimate,
  encodedKilobits,
  type LinkPlan,
  type Planned,
  type PlanOption,
} from './plan.ts';
import { type RankedItem, rankItem } from './rank-tracks.ts';

const MAX_ALTERNATIVES = 3;

/** The plan for a choice, or what the item lacks for it. */
export function planDownload(inspection: Inspection, choice: Choice): Planned {
  const item = itemFor(inspection, choice.itemId);
  if (!item) return { unavailable: 'item' };
  // Clips are not supported yet; refuse rather than return the whole video.
  if (choice.span) return { unavailable: 'span' };
  const [first, ...alternatives] = Iterator.from(optionsFor(rankItem(item), choice)).take(
    1 + MAX_ALTERNATIVES,
  );
  if (!first) return { unavailable: missingFor(choice) };
  const { link } = inspection;
  const plan: LinkPlan = {
    ...first,
    key: keyOf([link.platform, link.id, item.id], first),
    media: { platform: link.platform, id: link.id },
    itemId: item.id,
    alternatives,
  };
  return { plan };
}

function missingFor(choice: Choice): 'picture' | 'photo' | 'sound' {
  if (isVideo(choice)) return 'picture';
  return choice.container === 'photo' || choice.container === 'thumbnail' ? 'photo' : 'sound';
}

/** The options for a choice of one item, best first. */
export function optionsFor(ranked: RankedItem, choice: Choice): Iterable<PlanOption> {
  const { item } = ranked;
  if (isVideo(choice)) return containerOptions(ranked, choice);
  switch (choice.container) {
    case 'mp3':
    case 'aac':
    case 'm4a':
      return audioOptions(item, choice);
    case 'sound':
      return originalSoundOptions(item, choice.sound);
    case 'photo':
      return photoOptions(item);
    case 'thumbnail':
      return thumbnailOptions(item);
  }
}

/** The named item; else the one the link points at; else the first, or the last where the link points beyond it. */
function itemFor(inspection: Inspection, itemId: string | null): Item | undefined {
  const { items, link } = inspection;
  if (itemId !== null) return items.find((item) => item.id === itemId);
  const { index } = link.hints;
  if (index === undefined) return items[0];
  // A link may count what is not an item here, such as the photos between the videos of a post on X.
  return items.find((item) => item.index === index) ?? items.at(-1);
}

function photoOptions(item: Item): PlanOption[] {
  if (item.kind !== 'photo') return [];
  return item.tracks
    .filter((track) => track.picture !== null)
    .sort((a, b) => (b.picture?.width ?? 0) - (a.picture?.width ?? 0))
    .map(({ id, bytes, bytesExact }) => imageOption(id, { bytes, exact: bytesExact }));
}

/** The thumbnail as the platform has it. */
function thumbnailOptions({ thumbnail }: Item): PlanOption[] {
  if (!thumbnail) return [];
  return [imageOption(thumbnail.id, { bytes: null, exact: false })];
}

function imageOption(trackId: string, estimate: Estimate): PlanOption {
  return {
    sources: [{ kind: 'track', trackId, role: 'picture' }],
    recipe: { kind: 'copy', container: 'image' },
    expect: { picture: null, sound: null, durationSeconds: null },
    estimate,
  };
}

/** The key: everything that determines the bytes of the file, and nothing else. */
function keyOf(media: readonly string[], option: PlanOption): string {
  const tracks = option.sources.map(
    (source) => `${source.role}=${source.kind === 'track' ? source.trackId : source.fileId}`,
  );
  const { recipe } = option;
  const made =
    recipe.kind !== 'encode'
      ? `${recipe.kind}:${recipe.container}`
      : recipe.picture === null
        ? `${recipe.container}@${encodedKilobits(recipe)}`
        : JSON.stringify(recipe);
  return [...media, ...tracks, made].map(encodeURIComponent).join('/');
}
