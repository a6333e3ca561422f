// The schemas of `GET /api/search`. The web imports only their types.
import { z } from 'zod';
import { MAX_QUERY_LENGTH } from '../limits.ts';
import { platform } from './answers.ts';

/** Where to search. `all` is everything but YouTube, which is asked only by name and only where the operator allows it. */
export const SEARCH_SOURCES = ['all', 'trending', 'guide', 'blog', 'page', 'youtube'] as const;

/** The query of `GET /api/search`. */
export const searchQuery = z.strictObject({
  q: z.string().trim().min(1).max(MAX_QUERY_LENGTH).meta({ description: 'What to look for.' }),
  source: z.enum(SEARCH_SOURCES).default('all'),
  language: z
    .string()
    .max(10)
    .default('en')
    .meta({ description: 'The code of a language of the site, such as `en` or `la-LA`.' }),
});

const mark = z.tuple([z.number().int(), z.number().int()]);

const document = z.object({
  kind: z.enum(['page', 'guide', 'blog']),
  url: z.string().meta({ description: 'A path of this site, with the language.' }),
  title: z.string(),
  titleMarks: z.array(mark).meta({
    description: 'Where words of the query are: start and end, in UTF-16 units.',
  }),
  excerpt: z.string(),
  excerptMarks: z.array(mark),
});

const video = z.object({
  kind: z.literal('trending'),
  id: z.string(),
  url: z.string().meta({ description: 'A path of this site, with the language.' }),
  title: z.string(),
  titleMarks: z.array(mark),
  videoUrl: z
    .string()
    .meta({ description: 'An http or https URL, or a path on this site for an uploaded video.' }),
  downloadable: z
    .boolean()
    .meta({ description: 'Whether it can be downloaded here, as far as known.' }),
  platform: platform.nullable(),
  platformName: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
});

const youtubeVideo = z.object({
  kind: z.literal('youtube'),
  url: z.string().meta({ description: 'The link of the video.' }),
  title: z.string(),
  titleMarks: z.array(mark),
  author: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  thumbnailUrl: z.string().nullable(),
});

/** Answer of `GET /api/search`: at most 30 results, best first. */
export const searchAnswer = z.object({
  success: z.literal(true),
  results: z.array(z.discriminatedUnion('kind', [document, video, youtubeVideo])),
});

/** Answer of `GET /api/search`. */
export type SearchAnswer = z.infer<typeof searchAnswer>;
/** One result. */
export type SearchItem = SearchAnswer['results'][number];
