// What the entries of a backup are called, for whoever writes and whoever reads one.
import { trendingFileType } from '../../shared/trending.ts';

/** The server's secret; everything sealed or signed hangs on it. */
export const SECRET = 'secret.key';
/** The operator's own script for the pages. */
export const CUSTOM_SCRIPT = 'custom.js';

/** The entry with the rows of a table, one JSON object a line. */
export function tableEntry(table: string): string {
  return `tables/${table}.jsonl`;
}

/** The entry of a file beside a trending video. */
export function trendingEntry(name: string): string {
  return `trending/${name}`;
}

/** What an entry is by its name: rows of a table, known here or not, or a file at a place in DATA_DIR. */
export type EntryKind = { readonly table: string } | { readonly file: string };

/** Null for every name that {@link tableEntry} and its neighbours never give: paths elsewhere, hidden files, other endings. */
export function readEntry(name: string): EntryKind | null {
  if (name === SECRET || name === CUSTOM_SCRIPT) return { file: name };
  const [folder, inner = '', ...more] = name.split('/');
  if (more.length > 0) return null;
  const table = /^([a-z][a-z_]{0,59})\.jsonl$/.exec(inner)?.[1];
  if (folder === 'tables' && table !== undefined) return { table };
  return folder === 'trending' && trendingFileType(inner) !== null ? { file: name } : null;
}
