// The names of the entries in a backup.
import { trendingFileType } from '../../shared/trending.ts';

/** The server's secret, from which all keys are derived. */
export const SECRET = 'secret.key';
/** The operator's script for the pages. */
export const CUSTOM_SCRIPT = 'custom.js';

/** The entry with the rows of a table, one JSON object per line. */
export function tableEntry(table: string): string {
  return `tables/${table}.jsonl`;
}

/** The entry of a file of a trending video. */
export function trendingEntry(name: string): string {
  return `trending/${name}`;
}

/** The kind of an entry: rows of a table, known to this release or not, or a file by its path in DATA_DIR. */
export type EntryKind = { readonly table: string } | { readonly file: string };

/** Reads the name of an entry. Null for names that no backup has: other paths, hidden files, other extensions. */
export function readEntry(name: string): EntryKind | null {
  if (name === SECRET || name === CUSTOM_SCRIPT) return { file: name };
  const [folder, inner = '', ...more] = name.split('/');
  if (more.length > 0) return null;
  const table = /^([a-z][a-z_]{0,59})\.jsonl$/.exec(inner)?.[1];
  if (folder === 'tables' && table !== undefined) return { table };
  return folder === 'trending' && trendingFileType(inner) !== null ? { file: name } : null;
}
