// Makes a plan of an inspection and a choice. Pure.
import { FILE_FORMATS } from '../../shared/media/formats.ts';
import { secondsOf } from '../../shared/media/marked.ts';
import type { Item, Track } from '../../shared/media/media.ts';
import type { Inspection } from '../inspecting/inspection.ts';
import { audioOptions, originalSoundOptions } from './audio-options.ts';
import { type Choice, type Extras, isVideo, type Span } from './choice.ts';
import { containerOptions } from './container-options.ts';
import { cutFrom, cutsFor } from './parts/plan-cuts.ts';
import { assertCut, partOf, spanWithin } from './parts/plan-part.ts';
import { photoOptions, thumbnailOptions } from './photo-options.ts';
import type { LinkPlan, Planned, PlanOption, Recipe } from './plan.ts';
import { keyOf } from './plan-key.ts';
import { caveatsOf, type RankedItem, rankItem, soundIn, tracksIn } from './rank-tracks.ts';
import { planSlideshow } from './slideshow.ts';
import { voiceClass } from './voices.ts';

const MAX_ALTERNATIVES = 3;

/** The plan for a choice, or what the item lacks for it. */
export function planDownload(inspection: Inspection, choice: Choice): Planned {
  if (choice.container === 'slideshow') return planSlideshow(inspection, choice);
  const item = itemFor(inspection, choice);
  if (!item) return { unavailable: 'item' };
  const span = choice.span && spanWithin(item, choice.span);
  if (choice.span && !span) return { unavailable: 'span' };
  const cuts = cutsFor(item, choice, span);
  if (cuts === 'none') return { unavailable: 'marks' };
  const extras = extrasOf(choice);
  const ranked = rankItem(item);
  const options = Iterator.from(optionsFor(ranked, choice));
  const best = options.next().value;
  if (!best) return { unavailable: missingFor(choice) };
  const wholeOf = (option: PlanOption) => withExtras(withCaveats(ranked, option), extras);
  const complete = (option: PlanOption) => {
    const whole = wholeOf(option);
    const itemSeconds = item.durationSeconds ?? 0;
    if (cuts) return cutFrom(whole, { span, cuts, itemSeconds });
    if (!span) return whole;
    const { cut = 'instant' } = choice.span ?? {};
    return partOf(whole, { span, cut, itemSeconds });
  };
  if (choice.span && !cuts) assertCut(best, choice.span.cut);
  const first = complete(best);
  if (!first) return { unavailable: cuts ? 'marks' : 'span' };
  const excess = excessExtras(item, first, extras);
  if (excess) return { unavailable: excess };
  const others = options.filter((option) => isSameVoice(ranked, best, option));
  const next = withOtherDelivery(ranked, choice, best, [...others.take(MAX_ALTERNATIVES)]);
  const alternatives = [...next, ...withOtherTracks(ranked, choice, best, next)];
  const { link } = inspection;
  const media = [link.platform, link.id, item.id];
  const plan: LinkPlan = {
    ...first,
    key: keyOf(media, first, extras, item.chapters),
    ...(first.recipe.kind === 'clip' && {
      wholeKey: keyOf(media, wholeOf(best), extras, item.chapters),
    }),
    media: { platform: link.platform, id: link.id },
    itemId: item.id,
    seconds: lengthOf(item, span, cuts ?? []),
    extras,
    alternatives: alternatives.flatMap((option) => complete(option) ?? []),
  };
  return { plan };
}

/** Of what is kept of an item; null if unknown. */
function lengthOf({ durationSeconds }: Item, span: Span | null, cuts: readonly Span[]) {
  const seconds = span ? secondsOf([span]) : durationSeconds;
  return seconds && seconds - secondsOf(cuts);
}

/** The best option that needs none of the first one's tracks, where no other does without them: one of them may be damaged. */
function withOtherTracks(
  ranked: RankedItem,
  choice: Choice,
  first: PlanOption,
  others: readonly PlanOption[],
): readonly PlanOption[] {
  const used = tracksIn(ranked, first);
  const isOther = (track: Track) => !used.includes(track);
  if (used.length < 2 || others.some((option) => tracksIn(ranked, option).every(isOther)))
    return [];
  const known = new Set(caveatsOf(used));
  return bestOf(ranked, choice, first, isOther).filter((option) =>
    caveatsOf(tracksIn(ranked, option)).every((caveat) => known.has(caveat)),
  );
}

/** The best option of some of the tracks, if it has the voice of the first one. */
function bestOf(
  ranked: RankedItem,
  choice: Choice,
  first: PlanOption,
  isIn: (track: Track) => boolean,
): readonly PlanOption[] {
  const { item } = ranked;
  const rest = rankItem({ ...item, tracks: item.tracks.filter(isIn) }, item.tracks);
  const [other] = optionsFor(rest, choice);
  return other && isSameVoice(ranked, first, other) ? [other] : [];
}

/**
 * The alternatives, with one among them that needs nothing of the first option's delivery, where there is one: a host may refuse
 * all files, or all lists. It has the voice that was asked for.
 */
function withOtherDelivery(
  ranked: RankedItem,
  choice: Choice,
  first: PlanOption,
  others: readonly PlanOption[],
): readonly PlanOption[] {
  const tracksOf = (option: PlanOption) => tracksIn(ranked, option);
  const isList = ({ delivery }: Track) => delivery !== 'file';
  const hasVoice = (track: Track) =>
    track.sound === null || !('sound' in choice) || ranked.matches(track, choice.sound);
  const found = [...new Set(tracksOf(first).map(isList))].flatMap((refused) => {
    const isDelivered = (track: Track) => isList(track) !== refused;
    if (others.some((option) => tracksOf(option).every(isDelivered))) return [];
    return bestOf(ranked, choice, first, (track) => isDelivered(track) && hasVoice(track));
  });
  return [...others.slice(0, MAX_ALTERNATIVES - found.length), ...found];
}

/** Whether a visitor who gets one in place of the other hears the same, as far as the platform tells. */
function isSameVoice(ranked: RankedItem, first: PlanOption, other: PlanOption): boolean {
  const [one, two] = [soundIn(ranked, first), soundIn(ranked, other)];
  if (one === null || two === null)
    return first.expect.sound === null || other.expect.sound !== null;
  const hasLanguages = one.language !== null && two.language !== null;
  return voiceClass(two) <= voiceClass(one) && !(hasLanguages && one.language !== two.language);
}

function withCaveats(ranked: RankedItem, option: PlanOption): PlanOption {
  const caveats = caveatsOf(tracksIn(ranked, option));
  return caveats.length > 0 ? { ...option, caveats } : option;
}

/** What changes the bytes of the file: subtitles once each, tags only where some were chosen. */
function extrasOf({ tags, subtitles = [], loudness }: Choice): Partial<Extras> {
  return {
    ...(loudness && { loudness }),
    ...(tags && { tags }),
    ...(subtitles.length > 0 && { subtitles: [...new Set(subtitles)] }),
  };
}

/** A file that gets something more is written, even if its source could be passed on. */
function withExtras(
  option: PlanOption,
  { tags, subtitles, loudness }: Partial<Extras>,
): PlanOption {
  if (!tags && !subtitles && !loudness) return option;
  const { recipe, expect, estimate } = option;
  return {
    ...option,
    recipe: {
      ...recipe,
      ...(recipe.kind === 'copy' && { kind: 'mux' }),
      ...(loudness && { loudness }),
    } as Recipe,
    expect: subtitles ? { ...expect, subtitles: subtitles.length } : expect,
    estimate: { ...estimate, exact: false },
  };
}

/** What the format or the item does not have; null if nothing. */
function excessExtras(
  item: Item,
  { recipe }: PlanOption,
  { tags, subtitles = [], loudness }: Partial<Extras>,
): 'tags' | 'subtitles' | 'loudness' | null {
  const { kind, holds: held } = FILE_FORMATS[recipe.container];
  const holds: readonly string[] = held;
  const isFit = loudness === 'level' ? recipe.kind === 'encode' : holds.includes('tags');
  if (loudness && !(kind === 'audio' && isFit)) return 'loudness';
  if (tags && (!holds.includes('tags') || (tags.cover && !holds.includes('cover')))) return 'tags';
  const isThere = (id: string) => item.subtitles.some((one) => one.id === id);
  if (subtitles.length > 0 && !(holds.includes('subtitles') && subtitles.every(isThere)))
    return 'subtitles';
  return null;
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
    case 'slideshow':
      return [];
  }
}

/**
 * The named item; else the one the link points at; else the first, or the last where the link points beyond it. Audio without an
 * item is the sound of a photo post.
 */
function itemFor({ items, link }: Inspection, choice: Choice): Item | undefined {
  const { itemId } = choice;
  if (itemId !== null) return items.find((item) => item.id === itemId);
  const { index } = link.hints;
  if (index === undefined) {
    const isAudio = 'sound' in choice && !isVideo(choice);
    const isPhotoPost = items[0]?.kind === 'photo';
    return (isAudio && isPhotoPost && items.find(({ kind }) => kind === 'sound')) || items[0];
  }
  // A link may count what is not an item here, such as the photos between the videos of a post on X.
  return items.find((item) => item.index === index) ?? items.at(-1);
}
