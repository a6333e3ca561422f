// The material of a job that downloads: tracks of an inspected item, fetched from their platform.
import { AppError } from '../../../shared/errors.ts';
import type { FileFormat } from '../../../shared/media/formats.ts';
import type { Item, Track } from '../../../shared/media/media.ts';
import { type LinkPlan, type PlanOption, type SourceRole, spanOf } from '../../choosing/plan.ts';
import { bytesOf } from '../../choosing/video-options.ts';
import { type Inspected, type Source, viaOf } from '../../inspecting/inspection.ts';
import { OWN_NETWORK } from '../../limits/networks.ts';
import { blocksOf } from '../../subtitles/blocks.ts';
import { languageCode } from '../../subtitles/language-code.ts';
import type { SubtitleReader } from '../../subtitles/ports.ts';
import { trackNames } from '../../subtitles/track-names.ts';
import type {
  Fetcher,
  Fetching,
  FetchSession,
  FindPart,
  ReadSubtitles,
  WantedSpan,
} from '../ports.ts';
import type { Material, OpenTask } from './material.ts';
import { type TagNeeds, tagsFor } from './tags.ts';

/** What fetching tracks needs. */
export type TrackNeeds = TagNeeds & {
  readonly subtitles: SubtitleReader;
  readonly fetcher: Fetcher;
  readonly findPart: FindPart;
  readonly inspectAgain: (inspected: Inspected, signal: AbortSignal) => Promise<Inspected>;
  readonly maxFileBytes: number;
};

/** Key frames are seldom further apart. */
const SOUND_LEAD_SECONDS = 12;

type OpenedTrack = {
  readonly trackId: string;
  readonly path: string;
  readonly source: Source;
  readonly part: WantedSpan | null;
};

const SHOWS_ONE_CUE: ReadonlySet<FileFormat> = new Set(['mp4', 'mov']);

/**
 * The material for a plan and the inspection it was made from, which has no subtitles any more in the `lost` languages. With `isWhole` all of
 * each source is fetched, by one request, though only a part of it is wanted.
 */
export function trackMaterial(
  needs: TrackNeeds,
  plan: LinkPlan,
  inspected: Inspected,
  { lost = [], isWhole = false }: { lost?: readonly string[]; isWhole?: boolean } = {},
): Material {
  const item = itemOf(plan, inspected);
  return {
    durationSeconds: plan.seconds,
    chapters: item.chapters,
    factsOf(source) {
      const track = trackOf(inspected, trackIdOf(source));
      if (!track) return { bytes: null, isExact: false, delivery: null };
      const { bytesExact, delivery } = track;
      const isExact = bytesExact && spanOf(plan.recipe) === null;
      return { bytes: bytesOf(track, plan.seconds), isExact, delivery };
    },
    tags: (option, signal) =>
      tagsFor(needs, { inspected, item, option, chosen: plan.extras.tags }, signal),
    subtitles: (option, signal) =>
      subtitlesFor(needs, plan, inspected, { item, option, lost }, signal),
    open(task) {
      const session = needs.fetcher.open(
        plan.media.platform,
        needs.maxFileBytes,
        viaOf(inspected.sources),
      );
      return {
        fetchings: openTracks(needs, inspected, session, { ...task, isWhole }),
        close: session.close,
      };
    },
  };
}

type SubtitleTask = {
  readonly item: Item;
  readonly option: PlanOption;
  readonly lost: readonly string[];
};

/** Reads the chosen subtitles. Those that cannot be had leave the file alone. */
function subtitlesFor(
  { subtitles }: TrackNeeds,
  { extras, media }: LinkPlan,
  { sources }: Inspected,
  { item, option, lost }: SubtitleTask,
  signal: AbortSignal,
): Promise<ReadSubtitles> {
  const readAll = async (): Promise<ReadSubtitles> => {
    const chosen = (extras.subtitles ?? []).map((id) => {
      const source = sources.byId.get(id);
      const subtitle = item.subtitles.find((one) => one.id === id);
      if (!source || !subtitle)
        throw new AppError('choice_unavailable', { detail: 'the subtitles are no longer there' });
      return { subtitle, source: { ...source, platform: media.platform, via: viaOf(sources) } };
    });
    const names = trackNames(chosen.map(({ subtitle }) => subtitle));
    const read = await Promise.all(
      chosen.map(async ({ source, subtitle: { language } }, index) => {
        const cues = await subtitles.read(source, OWN_NETWORK, signal).catch((error: unknown) => {
          if (signal.aborted || !(error instanceof AppError)) throw error;
          return null;
        });
        const shown = cues && SHOWS_ONE_CUE.has(option.recipe.container) ? blocksOf(cues) : cues;
        const name = names[index] ?? language;
        return {
          language,
          made: shown && { name, language: languageCode(language), cues: shown },
        };
      }),
    );
    return {
      made: read.flatMap(({ made }) => made ?? []),
      missing: [...lost, ...read.flatMap(({ made, language }) => (made ? [] : language))],
    };
  };
  const reading = readAll();
  // The transcoder may fail before it awaits them.
  reading.catch(() => undefined);
  return reading;
}

type TracksTask = OpenTask & { readonly isWhole: boolean };

/** Opens all tracks at once. */
function openTracks(
  needs: TrackNeeds,
  inspected: Inspected,
  session: FetchSession,
  task: TracksTask,
): Fetching[] {
  // Throws for a missing track before the first fetch starts.
  const known = task.option.sources.map((planned, index) => {
    const trackId = trackIdOf(planned);
    const path = `${task.folder}/${index}-${planned.role}`;
    const part = task.isWhole ? null : spanToFetch(task.option, planned.role);
    return { trackId, path, source: sourceOf(inspected, trackId), part };
  });
  return known.map((track, index) => {
    const arrived = task.arrived?.get(track.trackId);
    arrived?.done.then(
      ({ bytes }) => task.report(index, { bytes, totalBytes: bytes, connections: 0 }),
      () => undefined,
    );
    return arrived ?? openTrack(needs, inspected, session, task, track, index);
  });
}

/** Beside a picture, sound comes from a little earlier on: the picture may begin at a key frame before the span. */
function spanToFetch({ recipe, sources }: PlanOption, role: SourceRole): WantedSpan | null {
  const span = spanOf(recipe);
  if (!span) return null;
  const isExact = recipe.kind !== 'clip' || recipe.isExact === true;
  if (role !== 'sound' || sources.length === 1) return { ...span, isExact };
  return { ...span, isExact, startSeconds: Math.max(0, span.startSeconds - SOUND_LEAD_SECONDS) };
}

/** Starts to fetch a track. When its address has expired, it is found again by its id in a fresh inspection. */
function openTrack(
  needs: TrackNeeds,
  inspected: Inspected,
  session: FetchSession,
  { signal, report, isWhole }: TracksTask,
  { trackId, path, source, part }: OpenedTrack,
  index: number,
): Fetching {
  const track = trackOf(inspected, trackId);
  return session.fetch({
    source,
    delivery: track?.delivery ?? 'file',
    path,
    exactBytes: track?.bytesExact ? track.bytes : null,
    part: part && { span: part, find: needs.findPart },
    inRanges: !isWhole,
    refresh: async () => sourceOf(await needs.inspectAgain(inspected, signal), trackId),
    signal,
    report: (progress) => report(index, progress),
  });
}

function trackOf({ inspection }: Inspected, trackId: string): Track | undefined {
  return inspection.items.flatMap(({ tracks }) => tracks).find(({ id }) => id === trackId);
}

function sourceOf({ sources }: Inspected, trackId: string): Source {
  const source = sources.byId.get(trackId);
  if (!source) throw new AppError('choice_unavailable', { detail: 'the track is no longer there' });
  return source;
}

function trackIdOf(source: LinkPlan['sources'][number]): string {
  if (source.kind !== 'track') throw new TypeError('a link is downloaded from its tracks');
  return source.trackId;
}

function itemOf(plan: LinkPlan, { inspection }: Inspected): Item {
  const item = inspection.items.find(({ id }) => id === plan.itemId);
  if (!item) throw new TypeError('a plan belongs to the inspection it was made from');
  return item;
}
