// Renders the OpenAPI document as one HTML page without scripts, under the site's own policy.
import { ERROR_CODES } from '../../shared/errors.ts';
import { exampleOf, type Parameter, type Schema } from './api-example.ts';

/** The parts of an OpenAPI 3.1 document that the page uses. */
export type OpenApiDocument = {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

type Operation = {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and attribute values. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const CODES: ReadonlySet<unknown> = new Set(ERROR_CODES);

/** An answer of so many characters is described once. */
const LONG_ANSWER = 1000;

type Call = { readonly id: string; readonly name: string; readonly html: string };

/** Renders the page: contents, the failures that all calls share, and the calls by group. */
export function renderApiPage(document: OpenApiDocument, basePath: string): string {
  const { info } = document;
  const groups = groupsOf(document);
  const contents = groups.map(
    ([group, calls]) =>
      `<h3>${escapeHtml(group)}</h3><ul>${calls.map(({ id, name }) => `<li><a href="#${id}"><code>${name}</code></a></li>`).join('')}</ul>`,
  );
  const sections = groups.map(
    ([group, calls]) =>
      `<h2 id="${slugOf(group)}">${escapeHtml(group)}</h2>\n${calls.map(({ html }) => html).join('\n')}`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${basePath}/api/docs/style.css">
</head>
<body>
<main>
<p><a href="${basePath}/">${escapeHtml(info.title)}</a></p>
<h1>${escapeHtml(info.title)} API</h1>
<p>${textOf(info.description ?? '')}</p>
<p>As a file for programs: <a href="${basePath}/api/openapi.json">openapi.json</a></p>
<nav aria-label="Contents">
<h2>Contents</h2>
<p><a href="#errors">Failures</a></p>
${contents.join('\n')}
</nav>
<h2 id="errors">Failures</h2>
<p>Every failure has one shape: ${textOf('`success` is false, `code` is one of those below, `message` says it in English, `params` has its values, and `ref` finds it in the log of the server.')}</p>
<details><summary>All ${ERROR_CODES.length} codes</summary><p>${ERROR_CODES.map((code) => `<code>${code}</code>`).join(', ')}</p></details>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

function groupsOf({ paths }: OpenApiDocument): readonly (readonly [string, readonly Call[]])[] {
  const groups = new Map<string, Call[]>();
  const described = new Map<string, string>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const group = operation.tags?.[0] ?? 'other';
      const calls = groups.get(group) ?? [];
      groups.set(group, [...calls, callOf(path, method, operation, described)]);
    }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** `described` are long answers, and the calls that describe them. */
function callOf(
  path: string,
  method: string,
  operation: Operation,
  described: Map<string, string>,
): Call {
  const id = slugOf(`${method}-${path}`);
  const name = escapeHtml(`${method.toUpperCase()} ${path}`);
  const { parameters = [], summary, description, responses = {} } = operation;
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const answers = Object.entries(responses).flatMap(([status, response]) => {
    if (status === 'default') return [];
    const schema = response.content?.['application/json']?.schema;
    if (!schema) return [`<p>Response ${escapeHtml(status)}, no JSON.</p>`];
    const fields = renderSchema(schema);
    const before = described.get(fields);
    if (before !== undefined) return [`<p>Response ${escapeHtml(status)}: as of ${before}.</p>`];
    if (fields.length > LONG_ANSWER)
      described.set(fields, `<a href="#${id}"><code>${name}</code></a>`);
    return [`<details><summary>Response ${escapeHtml(status)}</summary>${fields}</details>`];
  });
  const html = `<section>
<h3 id="${id}"><a href="#${id}"><code>${name}</code></a></h3>
<p>${textOf([summary, description].filter(Boolean).join('. '))}</p>
<pre tabindex="0"><code>${escapeHtml(exampleOf(path, method, parameters, body))}</code></pre>
${parameters.length > 0 ? `<p>Parameters: ${parameters.map((one) => `<code>${escapeHtml(one.name)}</code>`).join(', ')}</p>` : ''}
${body ? `<details open><summary>Body</summary>${renderSchema(body)}</details>` : ''}
${answers.join('\n')}
</section>`;
  return { id, name, html };
}

function renderSchema(schema: Schema): string {
  const inner = schema.items ?? schema;
  const { properties } = inner;
  if (!properties) return `<p>${typeName(schema)}</p>`;
  const rows = Object.entries(properties).map(([name, property]) => {
    const optional = inner.required?.includes(name) ? '' : ' <em>optional</em>';
    const words = property.description ? ` ${textOf(property.description)}` : '';
    const nested =
      (property.properties ?? property.items?.properties) ? renderSchema(property) : '';
    return `<li><code>${escapeHtml(name)}</code> <span>${typeName(property)}</span>${optional}${words}${nested}</li>`;
  });
  return `<ul>${rows.join('')}</ul>`;
}

/** The type as HTML. */
function typeName(schema: Schema): string {
  if (schema.const !== undefined) return escapeHtml(JSON.stringify(schema.const));
  if (schema.enum) {
    const others = schema.enum.filter((value) => !CODES.has(value));
    const hasAll = schema.enum.length - others.length === CODES.size;
    const names = (hasAll ? others : schema.enum).map((value) => escapeHtml(JSON.stringify(value)));
    return [...names, ...(hasAll ? ['<a href="#errors">a code</a>'] : [])].join(' | ');
  }
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' | ');
  if (schema.items) return `list of ${typeName(schema.items)}`;
  return escapeHtml([schema.type ?? 'any'].flat().join(' | '));
}

/** Escapes a text, and makes code of what stands in backticks. */
function textOf(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
