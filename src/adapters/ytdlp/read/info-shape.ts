// The schema of the info dicts that engine/project.py sends, parsed leniently: a wrong value counts as unknown.
import { z } from 'zod';
import {
  MAX_CHAPTERS,
  MAX_FRAGMENTS,
  MAX_ITEMS,
  MAX_SOURCE_ADDRESS_LENGTH,
  MAX_TRACK_NUMBER,
  MAX_TRACKS,
} from '../../../shared/limits.ts';

const MAX_LIST_BEFORE_CHOICE = 500;
/** A week. */
const LONGEST_SECONDS = 604_800;

const text = (maxLength: number) =>
  z
    .string()
    .transform((value) => value.slice(0, maxLength))
    .nullable()
    .catch(null);
const whole = (maxLength: number) => z.string().max(maxLength).nullable().catch(null);
const number = (min: number, max: number) => z.number().min(min).max(max).nullable().catch(null);
const count = (max: number) => z.int().min(1).max(max).nullable().catch(null);
const flag = z.literal(true).nullable().catch(null);
const record = z.record(z.string(), z.unknown()).catch({});

/** The first `max` rows that match the schema; other rows are left out. */
const rows = <T extends z.ZodType>(row: T, max: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) => list.slice(0, max).flatMap((one) => accepted(row, one)));

/** The row that a value matches, alone in a list, or none. */
export function accepted<T extends z.ZodType>(row: T, value: unknown): z.output<T>[] {
  const parsed = row.safeParse(value);
  return parsed.success ? [parsed.data] : [];
}

const fragment = z.object({
  url: whole(MAX_SOURCE_ADDRESS_LENGTH),
  path: whole(MAX_SOURCE_ADDRESS_LENGTH),
  duration: number(0, 86_400),
});

const format = z.object({
  format_id: text(200),
  url: z.string().min(1).max(MAX_SOURCE_ADDRESS_LENGTH),
  protocol: text(60),
  ext: text(40),
  container: text(40),
  vcodec: text(100),
  acodec: text(100),
  width: count(16_384),
  height: count(16_384),
  fps: number(0.01, 1000),
  tbr: number(0.001, 10_000_000),
  abr: number(0.001, 100_000),
  asr: count(768_000),
  audio_channels: count(64),
  filesize: count(1e13),
  filesize_approx: number(1, 1e13),
  language: text(100),
  language_preference: number(-1000, 1000),
  preference: number(-1000, 1000),
  quality: number(-1000, 1000),
  source_preference: number(-1000, 1000),
  format_note: text(300),
  dynamic_range: text(20),
  has_drm: z
    .union([z.literal(true), z.literal('maybe')])
    .nullable()
    .catch(null),
  http_headers: record,
  cookies: whole(16_384),
  // Half the fragments are half a file: too many, or one that does not match, make the whole format unknown.
  fragments: z.array(fragment).max(MAX_FRAGMENTS).nullable().default(null),
  fragment_base_url: whole(MAX_SOURCE_ADDRESS_LENGTH),
});

const subtitle = z.object({
  url: z.string().min(1).max(MAX_SOURCE_ADDRESS_LENGTH),
  ext: text(40),
  name: text(200),
});

const chapter = z.object({
  title: text(1000),
  start_time: number(0, 1e7),
  end_time: number(0, 1e7),
});

const thumbnail = z.object({
  url: z.string().min(1).max(MAX_SOURCE_ADDRESS_LENGTH),
  width: count(65_535),
  height: count(65_535),
});

const about = {
  id: text(500),
  // Long enough for cutting by graphemes later, short enough that ten megabytes cost nothing.
  title: text(4000),
  uploader: text(1000),
  channel: text(1000),
  uploader_id: text(1000),
  channel_id: text(1000),
  uploader_url: whole(2048),
  channel_url: whole(2048),
  description: text(40_000),
  timestamp: number(0, 1e11),
  age_limit: number(0, 120),
  extractor_key: text(100),
  http_headers: record,
  thumbnails: rows(thumbnail, MAX_LIST_BEFORE_CHOICE),
};

/** One video or photo of a post, or an entry of a list. */
export const rawEntry = z.object({
  ...about,
  _type: text(40),
  availability: text(40),
  live_status: text(40),
  is_live: flag,
  has_drm: flag,
  concurrent_view_count: number(0, 1e10),
  section_start: number(0, LONGEST_SECONDS),
  section_end: number(0, LONGEST_SECONDS),
  // Longer values stay longer than the limit, and do not become unknown.
  duration: z
    .number()
    .positive()
    .transform((seconds) => Math.min(seconds, LONGEST_SECONDS))
    .nullable()
    .catch(null),
  formats: rows(format, MAX_TRACKS),
  subtitles: z.record(z.string(), rows(subtitle, 50)).catch({}),
  automatic_captions: z.record(z.string(), rows(subtitle, 50)).catch({}),
  chapters: rows(chapter, MAX_CHAPTERS),
  track: text(4000),
  album: text(4000),
  artists: rows(z.string().max(4000), MAX_LIST_BEFORE_CHOICE),
  album_artists: rows(z.string().max(4000), MAX_LIST_BEFORE_CHOICE),
  genres: rows(z.string().max(4000), MAX_LIST_BEFORE_CHOICE),
  release_year: z.int().min(1000).max(9999).nullable().catch(null),
  release_date: text(40),
  track_number: count(MAX_TRACK_NUMBER),
  disc_number: count(MAX_TRACK_NUMBER),
});

const post = z.object({
  ...rawEntry.shape,
  entries: z
    .array(z.unknown())
    .catch([])
    .transform((list) => list.slice(0, MAX_ITEMS).map((one) => accepted(rawEntry, one)[0] ?? null)),
  n_entries: z.int().min(0).max(1_000_000).catch(0),
});

/** One format of an item, as yt-dlp lists it: rates in kilobits, sizes in bytes. */
export type RawFormat = z.output<typeof format>;
/** One subtitle track in one file format. */
export type RawSubtitle = z.output<typeof subtitle>;
/** An image of the item; yt-dlp lists the best last, project.py those with a known size first. */
export type RawThumbnail = z.output<typeof thumbnail>;
/** One video or photo of a post. */
export type RawEntry = z.output<typeof rawEntry>;
/** A whole answer: a post of one item, or with its items in `entries`, where null is one that could not be parsed. */
export type RawPost = z.output<typeof post>;

/** Parses an answer; undefined when it does not match. */
export function readShape(raw: unknown): RawPost | undefined {
  const parsed = post.safeParse(raw);
  return parsed.success ? parsed.data : undefined;
}
