// Turns our Markdown into HTML: headings with ids, links resolved, wide tables in a frame of their own, no raw HTML.
import { Marked, Renderer } from 'marked';
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
        const columns = `<colgroup>${'<col>'.repeat(token.header.length)}</colgroup>`;
        // Below a corner without words, the first column names the rows.
        if (token.header[0]?.text === '')
          for (const [first] of token.rows) if (first) first.header = true;
        const table = Renderer.prototype.table.call(this, token);
        return `<div class="table-frame" tabindex="0">${table.replace('<table>', `<table>${columns}`)}</div>`;
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
