// The schemas of the calls that make, follow and list files: downloads and edits.
import { z } from 'zod';
import { MAX_ARCHIVE_FILES, MAX_CHAPTERS, MAX_LINK_LENGTH, MAX_PLACE } from '../limits.ts';
import { EDIT_FORMATS } from '../media/formats.ts';
import { AUDIO_KILOBITS, QUALITIES } from '../media/qualities.ts';
import { SECONDS_PER_PICTURE } from '../media/slideshow.ts';
import { errorCode, errorParams, platform } from './answers.ts';
import { chosenLoudness, chosenTags } from './music.ts';
import { insteadOf, receiptSchema } from './receipt.ts';

const seconds = z.number().min(0).max(1e7);

/** How a part of a video begins. */
export const CUTS = ['instant', 'exact'] as const;

/**
 * Body of `download`. `format` and `quality` are the fields of the specification. `item` selects an item of a post; `offer`
 * selects an offer of `inspect` by its id and replaces both fields. The others say more precisely what to make of it.
 */
export const downloadRequest = z.strictObject({
  url: z.string().max(MAX_LINK_LENGTH).meta({ description: 'A link, as pasted by the user.' }),
  format: z.enum(['mp4', 'mp3']).default('mp4'),
  quality: z.enum(QUALITIES).default('high'),
  item: z.string().max(200).optional(),
  offer: z.string().max(200).optional(),
  container: z
    .enum([...EDIT_FORMATS, 'original'])
    .optional()
    .meta({
      description:
        'The format of the file. What it does not take is re-encoded; original keeps video and audio as the platform has them.',
    }),
  sound: z
    .union([
      z.strictObject({ language: z.string().max(35) }),
      z.strictObject({ track: z.string().max(200) }),
    ])
    .optional()
    .meta({ description: 'Another voice than the original one: by its language, or one track.' }),
  kilobitsPerSecond: z
    .literal(AUDIO_KILOBITS)
    .optional()
    .meta({ description: 'The bit rate of the audio, which is re-encoded for it.' }),
  subtitles: z
    .array(z.string().max(100))
    .max(8)
    .optional()
    .meta({ description: 'Subtitles to put into the file, by their ids.' }),
  tags: chosenTags.optional(),
  loudness: chosenLoudness.optional(),
  name: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'The name of the file; its extension is added.' }),
  slideshow: z
    .strictObject({
      secondsPerPicture: z
        .number()
        .int()
        .min(SECONDS_PER_PICTURE.least)
        .max(SECONDS_PER_PICTURE.most)
        .default(SECONDS_PER_PICTURE.usual),
    })
    .optional()
    .meta({ description: 'All pictures of the post as a video with the post’s sound.' }),
  from: seconds.optional().meta({
    description:
      'Only a part: where it begins, in seconds from the start; rounded to milliseconds.',
  }),
  to: seconds.optional().meta({ description: 'Where the part ends; the end by default.' }),
  chapter: z.int().min(1).max(MAX_CHAPTERS).optional().meta({
    description: 'Only this chapter of `inspect`, from 1 on, in place of `from` and `to`.',
  }),
  cut: z.enum(CUTS).optional().meta({
    description:
      'instant (the default) begins at the key frame at or before `from`; exact begins there.',
  }),
  withoutMarked: z.boolean().optional().meta({
    description:
      'Leaves out the chapters of `inspect` that are `marked`; everything is re-encoded for it. Not with `chapter`.',
  }),
});

const editSource = {
  job: z.string().max(100).optional().meta({ description: 'A finished download of the visitor.' }),
  upload: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'An earlier upload of the visitor, by the `upload` of its job.' }),
  name: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'For an upload: the name of the file, from which the new name is made.' }),
};

/** Body of `trim`, or the fields of its form. `start` and `end` are seconds; exactly one of `job`, `upload` and the form's `file`. */
export const trimRequest = z.strictObject({
  ...editSource,
  start: seconds,
  end: seconds,
  mode: z.enum(['keyframe', 'exact']).default('exact').meta({
    description:
      'keyframe copies from the key frame at or before the start; exact re-encodes and is cut to the frame.',
  }),
  format: z.enum(EDIT_FORMATS).optional(),
});

/** Body of `convert`, or the fields of its form. */
export const convertRequest = z.strictObject({
  ...editSource,
  format: z.enum(EDIT_FORMATS),
  quality: z.enum(QUALITIES).optional(),
  kilobitsPerSecond: z
    .literal(AUDIO_KILOBITS)
    .optional()
    .meta({ description: 'The bit rate of the audio.' }),
  maxBytes: z.number().int().min(50_000).max(1e12).optional(),
  everywhere: z
    .literal(true)
    .optional()
    .meta({ description: 'With mp4: encodes whatever does not play on every device.' }),
});

/**
 * Body of `zip`. `failures` are links that did not become downloads, with the code that they were refused with; they are named in
 * the archive's report, in `language`.
 */
export const zipRequest = z.strictObject({
  jobs: z.array(z.string().max(100)).min(1).max(MAX_ARCHIVE_FILES),
  numbers: z.array(z.int().min(1).max(MAX_PLACE)).max(MAX_ARCHIVE_FILES).optional().meta({
    description: 'The place of each job in its list. Names begin with it, and an M3U8 is inside.',
  }),
  failures: z
    .array(z.strictObject({ url: z.string().max(MAX_LINK_LENGTH), code: errorCode }))
    .max(100)
    .default([]),
  name: z
    .string()
    .max(200)
    .default('Downloads')
    .meta({ description: 'From which the name of the file is made.' }),
  language: z.string().max(35).default('en'),
});

/** Answer of `zip`. `downloadUrl` is a path on this site, `expiresAt` epoch milliseconds. */
export const zipAnswer = z.object({
  success: z.literal(true),
  downloadUrl: z.string(),
  filename: z.string(),
  bytes: z.number(),
  sizeFormatted: z.string(),
  files: z.number().int(),
  failures: z.number().int().meta({ description: 'How many are named in REPORT.txt.' }),
  expiresAt: z.number(),
});

/** Body of `cancel-download`; `job` defaults to the visitor's newest open download. */
export const cancelRequest = z.strictObject({ job: z.string().max(100).optional() }).nullish();

/** Answer of `cancel-download`. */
export const cancelAnswer = z.object({
  success: z.literal(true),
  cancelled: z.boolean().meta({ description: 'False if there was nothing to cancel.' }),
});

const phase = z.enum([
  'queued',
  'inspecting',
  'fetching',
  'making',
  'checking',
  'ready',
  'failed',
  'cancelled',
]);

/** One event of `download-progress`. `status`, `percent` and `message` are the fields of the specification; the others add details. */
export const progressEvent = z.object({
  status: z.string().meta({
    description:
      'Queued, Analyzing, Downloading, Converting..., Checking, Complete, Failed or Cancelled.',
  }),
  percent: z.number().int(),
  message: z.string(),
  job: z.string(),
  phase,
  bytes: z.number(),
  totalBytes: z.number().nullable(),
  bytesPerSecond: z.number().nullable(),
  connections: z.number().int(),
  etaSeconds: z.number().nullable(),
  position: z.number().int().nullable(),
  instead: insteadOf.optional().meta({
    description: 'Why another version than the best is being fetched.',
  }),
  early: z
    .object({ downloadUrl: z.string(), filename: z.string(), bytes: z.number(), etag: z.string() })
    .optional()
    .meta({
      description:
        'The file can be saved already: it comes as it arrives, and its end only once it has passed its check.',
    }),
  code: errorCode.optional(),
});

/** What the check found in the finished file. */
const receipt = receiptSchema.omit({ extension: true }).extend({ sha256: z.string().nullable() });

/** A finished file: the fields of the specification, and its receipt. Paths are on this site. Times are epoch milliseconds. */
export const downloadResult = z.object({
  downloadUrl: z.string(),
  etag: z.string().meta({ description: 'Of the file, as sent with it.' }),
  filename: z.string(),
  format: z.string().meta({ description: 'mp4, mp3, m4a, webm, ogg, jpg, png, webp or gif.' }),
  sizeFormatted: z.string(),
  receipt,
  expiresAt: z.number(),
  shareUrl: z.string().nullable(),
});

/** Answer of `download` once the file is ready. */
export const downloadAnswer = downloadResult.extend({
  success: z.literal(true),
  message: z.string(),
  job: z.string(),
});

/** A download of the visitor: the answer of `jobs`, and of `download` where the file is not waited for. */
export const job = z.object({
  success: z.literal(true),
  job: z.string(),
  state: z.enum(['open', 'ready', 'failed', 'cancelled']),
  source: z.enum(['link', 'job', 'upload']).meta({ description: 'What the file is made from.' }),
  upload: z
    .string()
    .nullable()
    .meta({ description: 'With which the same upload can be trimmed or converted again.' }),
  platform: platform.nullable(),
  url: z.string().nullable(),
  title: z.string().nullable(),
  createdAt: z.number(),
  progress: progressEvent,
  result: downloadResult.nullable(),
  error: z
    .object({
      code: errorCode,
      message: z.string(),
      params: errorParams,
      ref: z.string().meta({ description: 'Identifies this failure in the server’s log.' }),
    })
    .nullable(),
});

/** Answer of `POST /api/jobs/:id/link`: absolute where the server knows its own address. */
export const programLinkAnswer = z.object({
  success: z.literal(true),
  url: z.string(),
  expiresAt: z.number().meta({ description: 'Epoch milliseconds.' }),
});

/** Answer of `GET /api/jobs`: the visitor's downloads, newest first. */
export const jobsAnswer = z.object({ success: z.literal(true), jobs: z.array(job) });

/** Body of `download` as a client writes it. */
export type DownloadRequest = z.input<typeof downloadRequest>;

/** Body of `trim` as a client writes it. */
export type TrimRequest = z.input<typeof trimRequest>;

/** Body of `convert` as a client writes it. */
export type ConvertRequest = z.input<typeof convertRequest>;

/** Body of `zip` as a client writes it. */
export type ZipRequest = z.input<typeof zipRequest>;

/** Answer of `zip`. */
export type ZipAnswer = z.infer<typeof zipAnswer>;

/** One event of `download-progress`. */
export type ProgressEvent = z.infer<typeof progressEvent>;

/** A finished file. */
export type DownloadResult = z.infer<typeof downloadResult>;

/** Answer of `download`. */
export type DownloadAnswer = z.infer<typeof downloadAnswer>;

/** A download of the visitor. */
export type Job = z.infer<typeof job>;
/** A link for other programs. */
export type ProgramLinkAnswer = z.infer<typeof programLinkAnswer>;

/** Answer of `GET /api/jobs`. */
export type JobsAnswer = z.infer<typeof jobsAnswer>;
