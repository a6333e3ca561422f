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

/**
 * Sentences about exports without a doc comment that a file of another folder imports. A name that is only passed on is
 * documented where it is made.
 */
export function undocumented(tree: Tree): string[] {
  const imported = importedElsewhere(tree);
  return [...tree].flatMap(([file, text]) => {
    const names = imported.get(file);
    if (isTest(file) || !names) return [];
    const { module, comments } = parseSync(file, text);
    const docs = comments.filter(
      (comment) => comment.type === 'Block' && comment.value.startsWith('*'),
    );
    return module.staticExports.flatMap((one) => {
      const hasDoc = docs.some(
        (doc) => doc.end <= one.start && text.slice(doc.end, one.start).trim() === '',
      );
      if (hasDoc) return [];
      return one.entries
        .filter(({ moduleRequest }) => moduleRequest === null)
        .map(({ exportName }) => exportName.name ?? 'default')
        .filter((name) => names.has(name) || names.has(ALL_NAMES))
        .map((name) => `${file}: ${name} has no doc comment`);
    });
  });
}

const ALL_NAMES = '*';

/** By file, the names that files of other folders import from it; `*` where they take all or load it late. */
function importedElsewhere(tree: Tree): ReadonlyMap<string, ReadonlySet<string>> {
  const imported = new Map<string, Set<string>>();
  for (const [file, text] of tree) {
    const note = (request: string, name: string | null) => {
      const target = path.join(path.dirname(file), request);
      if (!request.startsWith('.') || path.dirname(target) === path.dirname(file)) return;
      imported.set(target, (imported.get(target) ?? new Set()).add(name ?? ALL_NAMES));
    };
    if (isTest(file)) continue;
    const { module } = parseSync(file, text);
    for (const { moduleRequest, entries } of module.staticImports)
      for (const { importName } of entries) note(moduleRequest.value, importName.name ?? null);
    for (const { entries } of module.staticExports)
      for (const { moduleRequest, importName } of entries)
        if (moduleRequest) note(moduleRequest.value, importName.name ?? null);
    for (const { moduleRequest } of module.dynamicImports) {
      const named = text.slice(moduleRequest.start, moduleRequest.end);
      if (/^['"]/.test(named)) note(named.slice(1, -1), null);
    }
  }
  return imported;
}
