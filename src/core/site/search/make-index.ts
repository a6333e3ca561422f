// Makes the index of a language from its documents; run by the build of the pages.
import { tokensOf } from './tokens.ts';
import { type IndexData, type IndexedDocument, writePostings } from './word-index.ts';

/** A document to index. A section's heading says more about it than its text. */
export type SourceDocument = Pick<IndexedDocument, 'kind' | 'path' | 'title' | 'description'> & {
  /** What people may call it, where its text says otherwise. */
  readonly keywords: string;
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
};

const TITLE_WEIGHT = 14;
const DESCRIPTION_WEIGHT = 2;
const HEADING_WEIGHT = 3;
const KEYWORD_WEIGHT = 6;
/** BM25's constants: how soon a repeated word says nothing new, and how much a long document weighs its words down. */
const SATURATION = 2.5;
const LENGTH_SHARE = 0.6;

/** The index, and the texts of all documents one after the other, in UTF-8. */
export function makeIndex(sources: readonly SourceDocument[]): {
  readonly index: IndexData;
  readonly texts: Uint8Array;
} {
  const counts = sources.map(countWords);
  const lengths = counts.map((words) => [...words.values()].reduce((sum, one) => sum + one, 0));
  const meanLength = lengths.reduce((sum, one) => sum + one, 0) / Math.max(1, lengths.length);
  const postings = new Map<string, { document: number; weight: number }[]>();
  for (const [document, words] of counts.entries()) {
    const share = (lengths[document] ?? 0) / meanLength;
    const damping = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * share);
    for (const [word, count] of words) {
      const list = postings.get(word) ?? [];
      list.push({ document, weight: count / (count + damping) });
      postings.set(word, list);
    }
  }
  const words = [...postings.keys()].sort();
  const { documents, texts } = placeTexts(sources);
  const lists = words.map((word) => postings.get(word) ?? []);
  return {
    index: { documents, words: words.join(' '), postings: writePostings(lists) },
    texts,
  };
}

function countWords({
  title,
  description,
  keywords,
  sections,
}: SourceDocument): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const { word } of tokensOf(text)) counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  add(title, TITLE_WEIGHT);
  add(description, DESCRIPTION_WEIGHT);
  add(keywords, KEYWORD_WEIGHT);
  for (const { heading, text } of sections) {
    add(heading, HEADING_WEIGHT);
    add(text, 1);
  }
  return counts;
}

function placeTexts(sources: readonly SourceDocument[]) {
  const pieces: Uint8Array[] = [];
  let end = 0;
  const documents = sources.map(({ kind, path, title, description, sections }): IndexedDocument => {
    const lines = sections.map(({ heading, text }) => joinHeading(heading, text));
    const bytes = new TextEncoder().encode(lines.join('\n'));
    const textStart = end;
    pieces.push(bytes);
    end += bytes.length;
    return { kind, path, title, description, textStart, textEnd: end };
  });
  const texts = new Uint8Array(end);
  for (const [at, piece] of pieces.entries()) texts.set(piece, documents[at]?.textStart ?? 0);
  return { documents, texts };
}

function joinHeading(heading: string, text: string): string {
  const end = heading === '' || text === '' ? '' : /\p{P}$/u.test(heading) ? ' ' : '. ';
  return heading + end + text;
}
