// The questions that a server without yt-dlp, ffmpeg and the internet asks. All of it is plain data.
import { z } from 'zod';
import { type Question, question } from '../../core/async/asks.ts';
import type { EngineStatus } from '../../core/engine-updates/engine-status.ts';
import type { Receipt } from '../../core/files/stored-file.ts';
import type { ListEntry, ReadList } from '../../core/inspecting/list.ts';
import type { Thumbnails } from '../../core/inspecting/ports.ts';
import type { PlainInspected } from '../../core/inspecting/shared-inspections.ts';
import { type Cue, MAX_CUES, tidy } from '../../core/subtitles/cue.ts';
import type { SubtitleSource } from '../../core/subtitles/ports.ts';
import type { MadeFilm } from '../../core/trending/ports.ts';
import { engineAnswer } from '../../shared/api/engine.ts';
import { receiptSchema } from '../../shared/api/receipt.ts';
import { MAX_SOURCE_ADDRESS_LENGTH, MAX_THUMBNAIL_BYTES } from '../../shared/limits.ts';
import type { ListLink } from '../../shared/platforms/lists.ts';
import type { Link, PlatformId, ShortLink } from '../../shared/platforms/platform.ts';
import { entriesSchema, inspectedSchema, listSchema } from './inspected-schema.ts';

/** Longer than those who answer wait for yt-dlp, for a slot of it before, and for their own requests. */
const ENGINE_MS = 60_000;
const TOOL_MS = 45_000;
/** A film of an operator is copied and probed by programs that have two minutes each. */
const FILM_MS = 10 * 60_000;
/** An operator waits for a status. */
const STATUS_MS = 10_000;

/** An inspection, and the name of the asker for whom it was made. */
export type Inspection = { readonly inspected: PlainInspected; readonly asker: string };

/** A file that is handed over, by its name. */
type Handed = { readonly file: string; readonly bytes: number };

const name = z.string().regex(/^[0-9a-f]{32}$/);
const address = z.string().max(MAX_SOURCE_ADDRESS_LENGTH);
/** A JPEG, in Base64. */
const picture = z
  .base64()
  .max(2 * MAX_THUMBNAIL_BYTES)
  .regex(/^\/9j\//);
const cues = z
  .array(z.object({ startMs: z.int().min(0), endMs: z.int().min(0), text: z.string() }))
  .max(MAX_CUES)
  .transform(tidy);
const inspection = z.object({ inspected: inspectedSchema, asker: z.string().max(64) });
const film = z.object({ file: name, ending: z.enum(['mp4', 'webm']) });

/** Asks for an inspection with yt-dlp. */
export const INSPECT: Question<{ readonly link: Link; readonly asker: string }, Inspection> =
  question('inspect', 'engine', ENGINE_MS, inspection.parse);
/** Asks for the entries of a list. */
export const LIST: Question<ListLink, ReadList> = question(
  'list',
  'engine',
  ENGINE_MS,
  listSchema.parse,
);
/** Asks for the results of a platform's search. */
export const SEARCH: Question<
  { readonly platform: PlatformId; readonly text: string },
  readonly ListEntry[]
> = question('search', 'engine', ENGINE_MS, entriesSchema.parse);

/** Asks where a short link leads. */
export const FOLLOW: Question<ShortLink, string> = question(
  'follow',
  'tools',
  TOOL_MS,
  address.parse,
);
/** Asks for a picture, fetched and re-encoded, for a client in `network` (its rate key). */
export const THUMBNAIL: Question<
  { readonly source: Parameters<Thumbnails['render']>[0]; readonly network: string },
  string
> = question('thumbnail', 'tools', TOOL_MS, picture.parse);
/** Asks for the cues of subtitles, for a client in `network` (its rate key). */
export const SUBTITLES: Question<
  { readonly source: SubtitleSource; readonly network: string },
  readonly Cue[]
> = question('subtitles', 'tools', TOOL_MS, cues.parse);
/** Asks what a file is. */
export const IDENTIFY: Question<Handed, Receipt> = question(
  'identify',
  'tools',
  FILM_MS,
  receiptSchema.parse,
);
/** Asks for the file to be stored of an operator's upload; the answer names a file that is handed back. */
export const MAKE_FILM: Question<
  Handed,
  { readonly file: string; readonly ending: MadeFilm['ending'] }
> = question('make-film', 'tools', FILM_MS, film.parse);
/** Asks for a frame of a film; see `Films`. */
export const DRAW_FRAME: Question<Handed & { readonly seconds: number | null }, string> = question(
  'draw-frame',
  'tools',
  FILM_MS,
  picture.parse,
);

/** What an operator does with the engine; see `EngineControl`. */
export type EngineAction =
  | { readonly action: 'status' }
  | { readonly action: 'check' | 'rollBack'; readonly admin: string }
  | {
      readonly action: 'update' | 'pin';
      readonly admin: string;
      readonly version: string | null;
    };
/** Asks for the status of the engine, or for an action on it. */
export const ENGINE: Question<EngineAction, EngineStatus> = question(
  'engine',
  'updates',
  STATUS_MS,
  engineAnswer.parse,
);
