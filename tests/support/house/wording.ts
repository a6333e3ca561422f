// Words that are gone from the project's prose for good, each with the term that took its place, as a pure check.
import type { Tree } from './read-tree.ts';

const GONE: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:whoever|somebody|nobody|anybody)\b/i,
    'name the caller, client, visitor, user or operator',
  ],
  [/\b(?:is|are|was|were) told of\b/i, 'receives, logs, is called with'],
  [/\bby and by\b/i, 'gradually'],
  [/\bnought\b/i, 'zero'],
  [/\b(?:en)?coded anew\b/i, 're-encoded'],
  [/\bway out\b/i, 'egress'],
  [/\bin vain\b/i, 'without success'],
  [/\bdoors? in core/i, 'ports'],
];

/** Sentences about lines that use a word that is gone. Text in quotes is data: an address, or what a page says. */
export function goneWords(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) => {
      const prose = line.replace(/'[^']*'|"[^"]*"|`[^`]*`|https?:\S+/g, '');
      const gone = GONE.find(([word]) => word.test(prose));
      return gone ? [`${file}:${index + 1} says "${gone[0].exec(prose)?.[0]}": ${gone[1]}`] : [];
    }),
  );
}

/** Sentences about object literals that are spread where their properties could be written out. */
export function spreadLiterals(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) => {
      // Roles that repeat an element's own are for browsers that drop them; the linter refuses them as attributes.
      const isSpread = /\.\.\.\{ ?[a-zA-Z]/.test(line) && !/\.\.\.\{ role: '\w+' \}/.test(line);
      return isSpread ? [`${file}:${index + 1} spreads an object literal`] : [];
    }),
  );
}
