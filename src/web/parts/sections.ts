// Splits the HTML of a text at its second-level headings into sections.

/** A section of a text. `heading` and `html` are trusted HTML. */
export type Section = { readonly id: string; readonly heading: string; readonly html: string };

/** The text before the first heading, and the sections in order. */
export type Sections = { readonly before: string; readonly sections: readonly Section[] };

const HEADING = /<h2 id="([^"]*)">([\s\S]*?)<\/h2>/;

/** Splits a text that the build has rendered from Markdown. */
export function sectionsOf(html: string): Sections {
  const [before = '', ...pieces] = html.split(/(?=<h2 id=")/);
  const hasHeading = HEADING.test(before);
  const sections = (hasHeading ? [before, ...pieces] : pieces).map((piece): Section => {
    const [all = '', id = '', heading = ''] = HEADING.exec(piece) ?? [];
    return { id, heading, html: piece.slice(all.length).trim() };
  });
  return { before: hasHeading ? '' : before.trim(), sections };
}
