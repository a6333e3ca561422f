// Reads one Markdown file with its front matter; whatever is not as agreed ends the build with the file's name.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { MAIN_PLATFORM_IDS } from '../../src/shared/platforms/platform.ts';
import { ROUTE_IDS } from '../../src/shared/routes.ts';
import type { Reference } from '../../src/web/parts/content.ts';

const sentence = z.string().trim().min(1);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const feature = z.strictObject({ title: sentence, text: sentence });
const reference = sentence.transform((text, context): Reference => {
  const slug = /^article:([a-z0-9-]+)$/.exec(text)?.[1];
  if (slug) return { slug };
  const route = ROUTE_IDS.find((id) => id === text);
  if (route) return { route };
  context.addIssue(`"${text}" is neither a page nor article:<slug>`);
  return z.NEVER;
});

const frontMatter = z
  .object({
    title: sentence.max(70),
    description: sentence.max(200),
    heading: sentence,
    lead: sentence,
    crumb: sentence,
    updated: day,
    keywords: sentence.optional(),
    published: day.optional(),
    topic: sentence.optional(),
    steps: z
      .array(
        z.strictObject({
          name: sentence,
          text: sentence,
          image: sentence.optional(),
          alt: sentence.optional(),
        }),
      )
      .default([]),
    faq: z.array(z.strictObject({ question: sentence, answer: sentence })).default([]),
    related: z.array(reference).default([]),
    works: z.array(sentence).default([]),
    limits: z.array(sentence).default([]),
    features: z.array(feature).default([]),
    platforms: z.partialRecord(z.enum(MAIN_PLATFORM_IDS), sentence).default({}),
    benefits: z.array(feature).default([]),
  })
  .catchall(sentence);

/** What stands in a file: its checked front matter and its Markdown. */
export type FileText = {
  readonly matter: z.infer<typeof frontMatter>;
  readonly markdown: string;
};

const MATTER = /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/;

/** Reads and checks a file. Throws an Error that names it. */
export function readFileText(file: string): FileText {
  const name = path.relative(path.resolve(import.meta.dirname, '../..'), file);
  const [, head = '', markdown = ''] = MATTER.exec(readFileSync(file, 'utf8')) ?? [];
  const result = frontMatter.safeParse(parse(head, { schema: 'failsafe' }));
  if (result.success) return { matter: result.data, markdown };
  const problems = result.error.issues.map(
    ({ path: at, message }) => `${at.join('.')}: ${message}`,
  );
  throw new Error(`${name}: ${problems.join('; ') || 'there is no front matter'}`);
}

/** The names that a file's front matter shares with every other page; the rest are its own words. */
export const COMMON_NAMES: ReadonlySet<string> = new Set(Object.keys(frontMatter.shape));
