// The habits every file keeps, as pure checks over source texts.
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { isTest, type Tree } from './read-tree.ts';

const MAX_LINES = 300;
const DRAWERS = /^(utils?|helpers?|misc|common|manager)\b/;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/;
const SNAKE = /^[a-z0-9_]+\.py$/;

const linesOf = (text: string) => text.split('\n').length - 1;

/** Sentences about files that are too long, badly named, or do not say what they are for. */
export function badFiles(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) => {
    const name = path.basename(file);
    const wrong: string[] = [];
    if (linesOf(text) > MAX_LINES)
      wrong.push(`${file} has ${linesOf(text)} lines; the most is ${MAX_LINES}`);
    if (!(name.endsWith('.py') ? SNAKE : KEBAB).test(name))
      wrong.push(`${file} is not named in kebab-case`);
    if (DRAWERS.test(name)) wrong.push(`${file} is named like a drawer; say what is inside`);
    const opening = name.endsWith('.py')
      ? /^("""|#)/
      : name.endsWith('.css')
        ? /^\/\*/
        : /^\/\/ \S/;
    const isData = /\.(json|html)$/.test(name);
    if (!isTest(file) && !isData && !opening.test(text))
      wrong.push(`${file} does not start with a sentence about itself`);
    return wrong;
  });
}

/** The middle line count of all files that are not tests. */
export function medianLines(tree: Tree): number {
  const counts = [...tree]
    .filter(([file]) => !isTest(file))
    .map(([, text]) => linesOf(text))
    .sort((a, b) => a - b);
  return counts[Math.floor(counts.length / 2)] ?? 0;
}

/** Sentences about exports without a doc comment. A name that is only passed on is documented where it is made. */
export function undocumented(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) => {
    if (isTest(file)) return [];
    const { module, comments } = parseSync(file, text);
    const docs = comments.filter(
      (comment) => comment.type === 'Block' && comment.value.startsWith('*'),
    );
    return module.staticExports.flatMap((one) => {
      const isPassedOn = one.entries.some((entry) => entry.moduleRequest !== null);
      const hasDoc = docs.some(
        (doc) => doc.end <= one.start && text.slice(doc.end, one.start).trim() === '',
      );
      if (isPassedOn || hasDoc) return [];
      return one.entries.map((entry) => `${file}: ${entry.exportName.name} has no doc comment`);
    });
  });
}
