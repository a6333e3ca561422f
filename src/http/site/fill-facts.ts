// Fills the server's facts into a built text: `{{name}}`, and sections that depend on whether a fact is known.

/** Facts by name; missing and empty ones are unknown. */
export type Facts = Readonly<Record<string, string | undefined>>;

const PIECE = /\{\{([#^])([a-z_]+)\}\}([\s\S]*?)\{\{\/\2\}\}/g;
const PLACE = /\{\{([a-z_]+)\}\}/g;
/** Structured data for search engines, which is escaped as JSON. */
const JSON_LD_SCRIPT = /(<script type="application\/ld\+json">[\s\S]*?<\/script>)/;

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Fills a JSON file. */
export function fillJson(text: string, facts: Facts): string {
  return fill(text, facts, escapeJson);
}

/** Fills HTML or XML. Facts are escaped, in JSON-LD scripts as JSON; unknown facts become empty. */
export function fillFacts(text: string, facts: Facts): string {
  return text
    .split(JSON_LD_SCRIPT)
    .map((piece, index) => fill(piece, facts, index % 2 === 1 ? escapeJson : escapeHtml))
    .join('');
}

function fill(text: string, facts: Facts, write: (fact: string) => string): string {
  return text
    .replace(PIECE, (_all, sign: string, name: string, piece: string) =>
      Boolean(facts[name]) === (sign === '#') ? piece : '',
    )
    .replace(PLACE, (_all, name: string) => write(facts[name] ?? ''));
}

function escapeHtml(fact: string): string {
  return fact.replace(/[&<>"']/g, (sign) => HTML[sign] ?? '');
}

/** Escapes for the inside of a JSON string within a script tag. */
function escapeJson(fact: string): string {
  return JSON.stringify(fact).slice(1, -1).replaceAll('<', '\\u003c');
}
