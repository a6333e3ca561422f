// Finds addresses of this site that were written without its base path, as a pure check over source texts.
import { parseSync } from 'oxc-parser';
import { isTest, type Tree } from './read-tree.ts';

type Node = { readonly type: string; readonly [key: string]: unknown };

/** What takes an address at its word, and the files of the pages that do so. */
const SENDERS = /\b(?:fetch|EventSource|XMLHttpRequest|sendBeacon)\(/;
const MAY_SEND: ReadonlySet<string> = new Set([
  'src/web/app/before-paint.ts',
  'src/web/app/hydrate.tsx',
  'src/web/app/page-views.ts',
  'src/web/browser/import-again.ts',
  'src/web/browser/request.ts',
  'src/web/download-client/progress-stream.ts',
  'src/web/features/trimmer/media/range-reader.ts',
  'src/web/features/trimmer/media/trim-source.ts',
  'src/web/features/trimmer/sending/send-file.ts',
  'src/web/operators/trending/form/send-form.ts',
]);
/** The paths of calls and of operators' views: whatever they are given to puts the base path before them. */
const OF_CALLS = /^\/(?:api|admin)(?:\/|$)/;
const ADDRESS_ATTRIBUTES = new Set(['href', 'src', 'action', 'poster', 'formAction']);
/** Registers routes whose names it reads from the build. */
const ROUTES_BY_NAME = 'src/http/site/assets.ts';
/** Its cookies have the base path in their names where browsers demand the path `/`. */
const NAMES_COOKIES = 'src/http/requests/site-cookie.ts';

/** Sentences about such addresses in the pages and in the answers of the server. */
export function addressesWithoutBase(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) => {
    if (isTest(file) || !/\.tsx?$/.test(file)) return [];
    if (file.startsWith('src/web/')) return inPages(file, text);
    return file.startsWith('src/http/') ? inAnswers(file, text) : [];
  });
}

function inPages(file: string, text: string): string[] {
  const wrong: string[] = [];
  if (SENDERS.test(text) && !MAY_SEND.has(file))
    wrong.push(
      `${file} sends requests itself; src/web/browser/request.ts puts the base path before`,
    );
  walk(parseSync(file, text).program as unknown as Node, (node, parents) => {
    const start = beginningOf(node);
    if (start === null || !/^\/[a-z]/i.test(start)) return;
    if (isCompared(parents.at(-1))) return;
    const isAttribute = parents.some(
      ({ type, name }) =>
        type === 'JSXAttribute' && ADDRESS_ATTRIBUTES.has(String((name as Node)?.['name'])),
    );
    if (isAttribute || !OF_CALLS.test(start))
      wrong.push(`${file}: "${start}" must begin with BASE_PATH or the prefix of a language`);
  });
  return wrong;
}

/** Routes are whole texts; what is put together is an address for others. */
function inAnswers(file: string, text: string): string[] {
  const wrong: string[] = [];
  walk(parseSync(file, text).program as unknown as Node, (node) => {
    const isMade = node.type === 'TemplateLiteral' && (node['expressions'] as unknown[]).length > 0;
    const start = beginningOf(node);
    if (isMade && start?.startsWith('/') && file !== ROUTES_BY_NAME)
      wrong.push(`${file}: "${start}" must begin with basePath`);
  });
  for (const [call] of text.matchAll(/\bredirect\((?!basePath\b|`\$\{basePath\})[^)\n]*/g))
    wrong.push(`${file}: ${call}) must begin with basePath`);
  if (file !== NAMES_COOKIES && /\bpath: '\/'/.test(text))
    wrong.push(`${file}: a cookie must be kept below the base path`);
  return wrong;
}

/** A part of an address that is looked for in another. */
function isCompared(call: Node | undefined): boolean {
  const callee = call?.type === 'CallExpression' ? (call['callee'] as Node) : undefined;
  return /^(?:endsWith|includes)$/.test(String((callee?.['property'] as Node)?.['name']));
}

/** The text that a string or a template begins with. */
function beginningOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return null;
  const [first] = node['quasis'] as { readonly value: { readonly cooked: string | null } }[];
  return first?.value.cooked ?? null;
}

function walk(
  node: Node,
  visit: (node: Node, parents: readonly Node[]) => void,
  parents: readonly Node[] = [],
): void {
  if (/^Import|^Export.*From/.test(node.type)) return;
  visit(node, parents);
  const inner = [...parents, node];
  for (const value of Object.values(node).flat())
    if (typeof value === 'object' && value !== null && 'type' in value)
      walk(value as Node, visit, inner);
}
