// Marks the words of a query in a title that someone else found.
import { type Mark, marksIn } from './highlight.ts';
import { likenessOf } from './match-words.ts';
import { tokensOf } from './tokens.ts';

/** Where the words are that those of the query may mean. */
export function markTitle(title: string, query: string): Mark[] {
  const typed = tokensOf(query).map(({ word }) => word);
  const words = tokensOf(title).map(({ word }) => word);
  const meant = words.filter((word) => typed.some((one) => likenessOf(one, word) > 0));
  return marksIn(title, new Set(meant));
}
