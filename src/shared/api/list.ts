// The schemas of lists: `POST /api/lists` and its answer. The web imports only their types.
import { z } from 'zod';
import { MAX_LIST_PAGES } from '../limits.ts';
import { platform } from './answers.ts';
import { linkRequest } from './inspect.ts';

/** Body of `POST /api/lists`. */
export const listRequest = linkRequest.extend({
  page: z.int().min(1).max(MAX_LIST_PAGES).default(1).meta({ description: 'Of 50 entries each.' }),
});

const number = z.int().meta({ description: 'Its place in the list, from 1 on.' });

const entry = z.object({
  id: z.string(),
  url: z.string().meta({ description: 'The link of the video, for inspect and download.' }),
  number,
  title: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  thumbnailUrl: z.string().nullable(),
});

/** Answer of `POST /api/lists`. `expiresAt` is epoch milliseconds. */
export const listAnswer = z.object({
  success: z.literal(true),
  id: z.string(),
  platform,
  platformName: z.string(),
  url: z.string(),
  isAlbum: z.boolean(),
  title: z.string().nullable(),
  author: z.string().nullable(),
  entries: z.array(entry),
  absent: z
    .array(z.object({ number, why: z.enum(['private', 'removed', 'live', 'members', 'unknown']) }))
    .meta({ description: 'Videos of the page that cannot be downloaded.' }),
  unavailable: z
    .number()
    .int()
    .meta({ description: 'How many those are, with those that are blocked here.' }),
  omitted: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Videos after the page; null if there are more, of unknown number.' }),
  nextPage: z.int().nullable(),
  expiresAt: z.number(),
});

/** Answer of `POST /api/lists`. */
export type ListAnswer = z.infer<typeof listAnswer>;
/** One video of a list. */
export type ListEntryAnswer = ListAnswer['entries'][number];
