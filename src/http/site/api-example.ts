// Writes an example of each call for the page about the API: what it needs, with values of the right kind.

/** The parts of a schema that the page uses. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

/** A parameter of a call. */
export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
};

/** Examples by the name of a field, where the kind alone says too little. */
const VALUES: Readonly<Record<string, string>> = {
  url: 'https://youtu.be/dQw4w9WgXcQ',
  q: 'subtitles',
};

/** A command for a shell. The places of a path stay as they are. */
export function exampleOf(
  path: string,
  method: string,
  parameters: readonly Parameter[],
  body: Schema | undefined,
): string {
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(name, schema)))}`);
  const address = `"$SITE${path}${query.length > 0 ? `?${query.join('&')}` : ''}"`;
  const verb = method === 'get' || (method === 'post' && body) ? '' : ` -X ${method.toUpperCase()}`;
  const lines = [`curl -s -c jar -b jar${verb} ${address}`];
  if (body)
    lines.push(
      "  -H 'Content-Type: application/json'",
      `  -d '${JSON.stringify(sampleOf('', body)).replaceAll("'", String.raw`'\''`)}'`,
    );
  return lines.join(' \\\n');
}

function sampleOf(name: string, schema: Schema | undefined): unknown {
  if (!schema) return '…';
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sampleOf(name, schema.anyOf[0]);
  if (schema.items) return [sampleOf(name, schema.items)];
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([key]) => schema.required?.includes(key))
        .map(([key, value]) => [key, sampleOf(key, value)]),
    );
  const [type] = [schema.type ?? 'string'].flat();
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return 1;
  if (type === 'null') return null;
  if (type === 'object') return {};
  return VALUES[name] ?? '…';
}
