// Fills what only the running server knows into a built text: `{{name}}`, and pieces that stay only with or without a fact.

/** Facts by name; one that is missing or empty is not known. */
export type Facts = Readonly<Record<string, string | undefined>>;

const PIECE = /\{\{([#^])([a-z_]+)\}\}([\s\S]*?)\{\{\/\2\}\}/g;
const PLACE = /\{\{([a-z_]+)\}\}/g;
/** Data for search engines; everything else is the page itself. */
const DATA = /(<script type="application\/ld\+json">[\s\S]*?<\/script>)/;

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text that is JSON as a whole. */
export function fillJson(text: string, facts: Facts): string {
  return fill(text, facts, escapeJson);
}

/** A page, or XML. What is filled in is escaped, in data for search engines as JSON. An unknown fact leaves nothing. */
export function fillFacts(text: string, facts: Facts): string {
  return text
    .split(DATA)
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

/** The inside of a JSON string that can stand in a script tag. */
function escapeJson(fact: string): string {
  return JSON.stringify(fact).slice(1, -1).replaceAll('<', '\\u003c');
}
