// Marks the words of a query in a title that someone else found.
import { type Mark, marksIn } from './highlight.ts';
import { likenesses } from './match-words.ts';
import { tokensOf } from './tokens.ts';

/** Where the words are that those of the query may mean. */
export function markTitle(title: string, query: string): Mark[] {
  const words = new Set(tokensOf(title).map(({ word }) => word));
  const meant = tokensOf(query).flatMap(({ word }) => [...likenesses(words, word).keys()]);
  return marksIn(title, new Set(meant));
}
