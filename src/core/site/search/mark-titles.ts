// Marks the words of a query in titles that someone else found.
import { type Mark, marksIn } from './highlight.ts';
import { typedWords } from './rank.ts';
import { indexTexts } from './word-index.ts';

/** Where the words are in each title that those of the query may mean. */
export async function markTitles(titles: readonly string[], query: string): Promise<Mark[][]> {
  const index = await indexTexts(titles.map((title) => ({ title })));
  const meant = typedWords(query).flatMap((typed) => index.find(typed));
  const words = new Set(meant.flatMap((hit) => hit.words));
  return titles.map((title) => marksIn(title, words));
}
