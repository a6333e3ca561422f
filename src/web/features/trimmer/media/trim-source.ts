// Where the trimmer reads a file from: the visitor's device, or the server, of which it fetches only the parts it needs.
import { CustomSource, type Source } from 'mediabunny';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { createRangeReader, rangesOf } from './range-reader.ts';

/** A file to trim. `size` in bytes. */
export type TrimSource = {
  readonly name: string;
  readonly size: number;
  readonly isLocal: boolean;
  /** A new reader of its bytes. */
  readonly read: () => Source;
  /** An address for a player, and the function that releases it. */
  readonly address: () => { readonly url: string; readonly release: () => void };
  /** Rejects if it can no longer be read. */
  readonly probe: () => Promise<unknown>;
};

/** A local read is fast enough without more. */
const LOCAL_AHEAD = 2 * 1024 * 1024;

// Read-ahead may fail; the read that needs the data then fails too, and is reported.
const handleUnhandledError = (error: unknown) => console.warn('read-ahead failed', error);

/** A file of the visitor's device; nothing of it is uploaded. */
export function localSource(file: File): TrimSource {
  return {
    name: file.name,
    size: file.size,
    isLocal: true,
    read() {
      // Faster than the library's own source, which opens a stream wherever it jumps to.
      const read = createRangeReader(
        async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
        file.size,
        LOCAL_AHEAD,
      );
      return new CustomSource({ getSize: () => file.size, read, handleUnhandledError });
    },
    address() {
      const url = URL.createObjectURL(file);
      return { url, release: () => URL.revokeObjectURL(url) };
    },
    probe: () => file.slice(0, 1).arrayBuffer(),
  };
}

/** The file of a finished download, by ranges. */
export function downloadSource({ downloadUrl, filename, receipt }: DownloadResult): TrimSource {
  const url = new URL(downloadUrl, location.origin).href;
  return {
    name: filename,
    size: receipt.bytes,
    isLocal: false,
    read() {
      const read = createRangeReader(rangesOf(url), receipt.bytes);
      return new CustomSource({ getSize: () => receipt.bytes, read, handleUnhandledError });
    },
    address: () => ({ url, release: () => undefined }),
    async probe() {
      const response = await fetch(url, { method: 'HEAD', credentials: 'include' });
      if (!response.ok) throw new Error(`${response.status} for the file`);
    },
  };
}
