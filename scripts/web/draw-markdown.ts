// Turns our Markdown into HTML: headings with ids, links resolved, wide tables in a frame of their own, no raw HTML.
import { Marked, Renderer, type Tokens } from 'marked';
import type { FindAddress } from './addresses.ts';

/** Markdown to HTML. Throws for raw HTML, a first-level heading or a link that leads nowhere. */
export type DrawMarkdown = (markdown: string) => string;

/** For texts whose links lead where `find` says. */
export function markdownFor(find: FindAddress): DrawMarkdown {
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => {
        throw new Error(`raw HTML in a text: ${text.slice(0, 60)}`);
      },
      heading({ tokens, depth, text }) {
        if (depth === 1) throw new Error(`"# ${text}": the page has its heading already`);
        return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      table(token) {
        // Columns first, so that a head that is still coming in has them already.
        const columns = `<colgroup>${columnsOf(token)}</colgroup>`;
        // Below a corner without words, the first column names the rows.
        if (token.header[0]?.text === '')
          for (const [first] of token.rows) if (first) first.header = true;
        const table = Renderer.prototype.table
          .call(this, token)
          .replace('<table>', `<table>${columns}`);
        return `<div class="table-frame">${token.header.length > 3 ? asCards(table, token) : table}</div>`;
      },
      link({ href, tokens }) {
        const address = find(href);
        const text = this.parser.parseInline(tokens);
        if (!address)
          return `<a href="${escapeAttribute(href)}" rel="noopener nofollow">${text}</a>`;
        const tag = address.tag ? ` hreflang="${address.tag}"` : '';
        return `<a href="${escapeAttribute(address.href)}"${tag}>${text}</a>`;
      },
    },
  });
  return (markdown) =>
    marked
      .parse(markdown, { async: false })
      // A corner without words heads nothing.
      .replaceAll(/<th[^>]*><\/th>/g, '<td></td>');
}

/** From three columns on with their shares in twelfths: wider for more text, and wide enough for the longest word. */
function columnsOf({ header, rows }: Tokens.Table): string {
  if (header.length < 3) return '<col>'.repeat(header.length);
  const columns = header.map((_, index) =>
    rows.map((row) => (row[index]?.text ?? '').replace(/\]\(.*?\)/g, '')),
  );
  const lengths = columns.map((cells) => Math.sqrt(cells.join('').length));
  const all = lengths.reduce((sum, length) => sum + length);
  return columns
    .map((cells, index) => {
      const longest = Math.max(
        ...cells.flatMap((cell) => cell.split(/[\s-]/)).map((it) => it.length),
      );
      const least = Math.min(3, Math.max(2, Math.ceil(longest / 6)));
      return `<col data-share="${Math.max(least, Math.round((12 * (lengths[index] ?? 0)) / all))}">`;
    })
    .join('');
}

/** For a table whose rows are cards on a phone: roles, which its cells lose there, and the heads as labels. */
function asCards(table: string, { header }: Tokens.Table): string {
  let column = 0;
  return table.replace(/<(table|thead|tbody|tr|th|td)\b/g, (tag, name: keyof typeof ROLES) => {
    if (name === 'tr') column = 0;
    const isLabelled = name === 'td' && column++ > 0;
    const label = isLabelled
      ? ` data-label="${escapeAttribute(header[column - 1]?.text ?? '')}"`
      : '';
    return `${tag} role="${ROLES[name]}"${label}`;
  });
}

const ROLES = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  th: 'columnheader',
  td: 'cell',
} as const;

/** Letters and digits of any script, joined by hyphens. */
function idOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
