// The schemas of lists: `POST /api/lists` and its answer. The web imports only their types.
import { z } from 'zod';
import { platform } from './answers.ts';

const entry = z.object({
  id: z.string(),
  url: z.string().meta({ description: 'The link of the video, for inspect and download.' }),
  number: z.int().meta({ description: 'Its place in the list, from 1 on.' }),
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
  unavailable: z.number().int().meta({
    description: 'Videos among the first ones that are deleted, private, live or not shown here.',
  }),
  omitted: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Videos beyond the limit; null if there are more, of unknown number.' }),
  expiresAt: z.number(),
});

/** Answer of `POST /api/lists`. */
export type ListAnswer = z.infer<typeof listAnswer>;
/** One video of a list. */
export type ListEntryAnswer = ListAnswer['entries'][number];
