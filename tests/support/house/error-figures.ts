// Finds errors that are thrown without the figures that their words name, as a pure check over source texts.
import { parseSync } from 'oxc-parser';
import { shapeOf } from '../pages/locale-texts.ts';
import { isTest, type Tree } from './read-tree.ts';

/** The parts of a syntax-tree node that are used here. */
type Node = { readonly type: string; readonly [field: string]: unknown };

/** The figures that each code's words name, by code. Neither a platform, which is added where the link is known, nor a field is a figure. */
export function figuresOf(
  words: Readonly<Record<string, string>>,
): Readonly<Record<string, readonly string[]>> {
  const figures = Object.entries(words).map(
    ([code, text]) =>
      [
        code,
        shapeOf(text).places.filter((place) => place !== 'platform' && place !== 'field'),
      ] as const,
  );
  return Object.fromEntries(figures.filter(([, places]) => places.length > 0));
}

/** Sentences about every `new AppError` that names such a code and not its figures. Codes that are no literal are passed over. */
export function missingFigures(
  tree: Tree,
  figures: Readonly<Record<string, readonly string[]>>,
): string[] {
  const wrong: string[] = [];
  for (const [file, text] of tree) {
    if (isTest(file)) continue;
    for (const made of errorsMadeIn(parseSync(file, text).program as unknown as Node)) {
      const [code, options] = made['arguments'] as readonly Node[];
      const given = code ? paramsOf(options) : null;
      for (const name of code ? literalsOf(code) : [])
        for (const figure of figures[name] ?? [])
          if (given !== 'unknown' && !given?.includes(figure))
            wrong.push(`${file} throws ${name} without ${figure}`);
    }
  }
  return wrong;
}

function errorsMadeIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(errorsMadeIn);
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  const callee = node.type === 'NewExpression' ? (node['callee'] as Node) : null;
  const own = callee?.['name'] === 'AppError' ? [node] : [];
  return [...own, ...Object.values(node).flatMap(errorsMadeIn)];
}

/** The strings that an expression may come to, as far as it says them itself. */
function literalsOf(node: Node): string[] {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : [];
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].flatMap((one) => literalsOf(one as Node));
  if (node.type === 'LogicalExpression')
    return [node['left'], node['right']].flatMap((one) => literalsOf(one as Node));
  return [];
}

/** The names of the params that are given; `unknown` where they come from elsewhere, null where there are none. */
function paramsOf(options: Node | undefined): readonly string[] | 'unknown' | null {
  if (!options) return null;
  if (options.type !== 'ObjectExpression') return 'unknown';
  const params = propertiesOf(options).find((one) => nameOf(one) === 'params');
  if (!params) return null;
  const value = params['value'] as Node;
  if (value.type !== 'ObjectExpression') return 'unknown';
  const properties = propertiesOf(value);
  return properties.some(({ type }) => type !== 'Property') ? 'unknown' : properties.map(nameOf);
}

const propertiesOf = (object: Node) => object['properties'] as readonly Node[];
const nameOf = (property: Node) => String((property['key'] as Node | undefined)?.['name']);
