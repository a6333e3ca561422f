// How large folders and functions are, as pure checks over source texts.
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { isTest, type Tree } from './read-tree.ts';

const MAX_ENTRIES = 30;
const MAX_CORE_ENTRIES = 20;
const MAX_FUNCTION_LINES = 100;

/** Its pages are numbered, never deleted, and listed in its README. */
const GROWING = 'docs/decisions';

/** Sentences about folders with more files and folders in them than can be seen at once. */
export function fullFolders(files: Iterable<string>): string[] {
  const entries = new Map<string, Set<string>>();
  for (const file of files) {
    // A test beside its file is no entry of its own, nor is one of the second tier beside its first.
    for (
      let inner = file.replace(/(?:\.full)?\.test(?=\.tsx?$)/, '');
      inner.includes('/');
      inner = path.dirname(inner)
    ) {
      const folder = path.dirname(inner);
      entries.set(folder, (entries.get(folder) ?? new Set()).add(path.basename(inner)));
    }
  }
  return [...entries].flatMap(([folder, { size }]) => {
    const most = /^src\/core(\/|$)/.test(folder) ? MAX_CORE_ENTRIES : MAX_ENTRIES;
    return size > most && folder !== GROWING
      ? [`${folder} has ${size} entries; the most is ${most}`]
      : [];
  });
}

/** Sentences about functions that are longer than a screen or two. */
export function longFunctions(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) => {
    if (isTest(file)) return [];
    const long: string[] = [];
    const measure = (node: { readonly start: number; readonly end: number }) => {
      const lines = text.slice(node.start, node.end).split('\n').length;
      const line = text.slice(0, node.start).split('\n').length;
      if (lines > MAX_FUNCTION_LINES)
        long.push(
          `${file}:${line} is a function of ${lines} lines; the most is ${MAX_FUNCTION_LINES}`,
        );
    };
    new Visitor({
      FunctionDeclaration: measure,
      FunctionExpression: measure,
      ArrowFunctionExpression: measure,
    }).visit(parseSync(file, text).program);
    return long;
  });
}
