// Takes the HTML of a text apart at its second-level headings, so that each section can be framed by itself.

/** A section of a text. `heading` and `html` are HTML of our own making. */
export type Section = { readonly id: string; readonly heading: string; readonly html: string };

/** What stands before the first heading, and the sections in their order. */
export type Sections = { readonly before: string; readonly sections: readonly Section[] };

const HEADING = /<h2 id="([^"]*)">([\s\S]*?)<\/h2>/;

/** The sections of a text that the build has drawn from Markdown. */
export function sectionsOf(html: string): Sections {
  const [before = '', ...pieces] = html.split(/(?=<h2 id=")/);
  const hasHeading = HEADING.test(before);
  const sections = (hasHeading ? [before, ...pieces] : pieces).map((piece): Section => {
    const [all = '', id = '', heading = ''] = HEADING.exec(piece) ?? [];
    return { id, heading, html: piece.slice(all.length).trim() };
  });
  return { before: hasHeading ? '' : before.trim(), sections };
}
