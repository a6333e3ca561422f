// Renders the OpenAPI document as one HTML page without scripts, under the site's own policy.

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
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: {
    readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
};

type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Renders the page. */
export function renderApiPage(document: OpenApiDocument): string {
  const { info } = document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => renderOperation(path, method, operation)),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<main>
<p><a href="/">${escapeHtml(info.title)}</a></p>
<h1>${escapeHtml(info.title)} API</h1>
<p>${escapeHtml(info.description ?? '')}</p>
<p>As a file for programs: <a href="/api/openapi.json">openapi.json</a></p>
${operations.join('\n')}
</main>
</body>
</html>
`;
}

function renderOperation(path: string, method: string, operation: Operation): string {
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const parameters = operation.parameters ?? [];
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
    const schema = response.content?.['application/json']?.schema;
    const name = status === 'default' ? 'Any failure' : `Response ${status}`;
    return `<h3>${escapeHtml(name)}</h3>${schema ? renderSchema(schema) : '<p>No JSON body.</p>'}`;
  });
  return `<section>
<h2><code>${escapeHtml(method.toUpperCase())} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml([operation.summary, operation.description].filter(Boolean).join('. '))}</p>
${parameters.length > 0 ? `<h3>Parameters</h3><ul>${parameters.map((one) => `<li><code>${escapeHtml(one.name)}</code></li>`).join('')}</ul>` : ''}
${body ? `<h3>Body</h3>${renderSchema(body)}` : ''}
${responses.join('\n')}
</section>`;
}

function renderSchema(schema: Schema): string {
  const inner = schema.items ?? schema;
  const { properties } = inner;
  if (!properties) return `<p>${escapeHtml(typeName(schema))}</p>`;
  const rows = Object.entries(properties).map(([name, property]) => {
    const optional = inner.required?.includes(name) ? '' : ' <em>optional</em>';
    const words = property.description ? ` ${escapeHtml(property.description)}` : '';
    const nested =
      (property.properties ?? property.items?.properties) ? renderSchema(property) : '';
    return `<li><code>${escapeHtml(name)}</code> <span>${escapeHtml(typeName(property))}</span>${optional}${words}${nested}</li>`;
  });
  return `<ul>${rows.join('')}</ul>`;
}

function typeName(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' | ');
  if (schema.items) return `list of ${typeName(schema.items)}`;
  return [schema.type ?? 'any'].flat().join(' | ');
}
