// Reads data for search engines with a real JSON-LD processor; the words of schema.org stand in for its own file.
import jsonld from 'jsonld';

/** One described thing. */
export type Thing = {
  /** Its kind, such as `HowTo`. */
  readonly type: string;
  /** Its properties by their short names: plain values, or what they are made of. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Those properties that are addresses. */
  readonly addresses: readonly (readonly [string, string])[];
};

type Node = Readonly<Record<string, unknown>>;

const SCHEMA = 'http://schema.org/';
const ADDRESSES = ['url', 'image', 'logo', 'item', 'mainEntityOfPage'] as const;
const CONTEXT = {
  '@context': {
    '@vocab': SCHEMA,
    ...Object.fromEntries(ADDRESSES.map((name) => [name, { '@type': '@id' }])),
  },
};

/** Every thing of a script tag, also those inside of others. Throws for what is not JSON-LD, and asks no network. */
export async function expandJsonLd(text: string): Promise<readonly Thing[]> {
  const expanded: readonly Node[] = await jsonld.expand(JSON.parse(text), {
    safe: true,
    documentLoader: async (url: string) => {
      if (!/^https?:\/\/schema\.org\/?$/.test(url)) throw new Error(`${url} is not to be loaded`);
      return { contextUrl: undefined, documentUrl: url, document: CONTEXT };
    },
  });
  return expanded.flatMap(thingsIn);
}

function thingsIn(node: unknown): readonly Thing[] {
  if (Array.isArray(node)) return node.flatMap(thingsIn);
  if (typeof node !== 'object' || node === null) return [];
  const entries = Object.entries(node as Node);
  const inner = entries.flatMap(([, value]) => thingsIn(value));
  const [type] = ((node as Node)['@type'] as readonly string[] | undefined) ?? [];
  if (!type) return inner;
  const values = Object.fromEntries(
    entries
      .filter(([name]) => name.startsWith(SCHEMA))
      .map(([name, value]) => [name.slice(SCHEMA.length), plain(value)]),
  );
  const addresses = ADDRESSES.flatMap((name) => {
    const value = values[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return [{ type: type.slice(SCHEMA.length), values, addresses }, ...inner];
}

/** A lone value without its array; more stay as expanded. */
function plain(value: unknown): unknown {
  const [only, ...others] = value as readonly Node[];
  if (!only || others.length > 0) return value;
  return only['@value'] ?? (Object.keys(only).length === 1 ? only['@id'] : only) ?? only;
}
