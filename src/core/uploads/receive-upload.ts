// Receives a visitor's file to trim or convert: it is stored like a finished file, and found again by its visitor alone.
import { AppError } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import type { FileStore } from '../files/ports.ts';
import type { StoredFile } from '../files/stored-file.ts';
import type { NetworkQuota } from '../limits/network-quota.ts';
import type { IdentifyMedia } from './ports.ts';
import type { StoredUploads } from './stored-uploads.ts';

/** What receiving needs. */
export type UploadNeeds = {
  readonly files: FileStore;
  readonly tokens: { readonly workKey: (planKey: string) => string };
  readonly identify: IdentifyMedia;
  /** Uploads that are being received. */
  readonly uploads: NetworkQuota;
  /** Bytes of those that are kept. */
  readonly storedUploads: StoredUploads;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly maxUploadBytes: number;
  readonly fileTtlMs: number;
};

/** A form with a file. `read` passes the file to `receive` and returns the other fields; throws for an invalid form. */
export type UploadForm<Fields> = {
  readonly visitor: string;
  /** The rate key of the network it comes from. */
  readonly network: string;
  /** The announced length of the body; 0 if unknown. */
  readonly bytes: number;
  readonly read: (
    receive: (pieces: AsyncIterable<Uint8Array>) => Promise<ReceivedFile>,
  ) => Promise<{ readonly fields: Fields; readonly file: ReceivedFile | null }>;
};

type ReceivedFile = { readonly path: string; readonly bytes: number };

/**
 * A stored upload, and the form's other fields. `id` finds it again, for its visitor; `remove` it when nothing comes of it, since its
 * visitor never learns its id then.
 */
export type Upload<Fields> = {
  readonly id: string;
  readonly fields: Fields;
  readonly remove: () => Promise<void>;
};

/**
 * Stores the upload. Throws what `form.read` throws, and AppError `not_media`, `damaged_file`, `body_too_large`, `server_full`,
 * `server_busy`, `too_many_requests`.
 */
export async function receiveUpload<Fields>(
  needs: UploadNeeds,
  form: UploadForm<Fields>,
  signal: AbortSignal,
): Promise<Upload<Fields>> {
  const { files, tokens, maxUploadBytes } = needs;
  const release = needs.uploads.take(form.network);
  try {
    const stored = await needs.storedUploads.begin(
      form.network,
      Math.min(form.bytes, maxUploadBytes),
    );
    // Space is reserved as bytes arrive.
    const workspace = await files.workspace(0);
    try {
      const { fields, file } = await form.read((pieces) =>
        workspace.write('upload', stored.counted(pieces), maxUploadBytes),
      );
      if (!file) throw new AppError('invalid_request', { params: { field: 'file' } });
      const receipt = await needs.identify(file.path, signal);
      signal.throwIfAborted();
      const id = needs.newId();
      const expiresAt = needs.clock.now() + needs.fileTtlMs;
      const workKey = tokens.workKey(uploadKey(form.visitor, id));
      const kept = await files.keep(file.path, { workKey, receipt, expiresAt });
      stored.keep(kept.id, kept.bytes, expiresAt);
      await files.touch(kept.id, expiresAt, form.network);
      return { id, fields, remove: () => files.remove(kept.id) };
    } finally {
      stored.drop();
      await workspace.remove();
    }
  } finally {
    release();
  }
}

/** An earlier upload of this visitor. Throws AppError `expired`. */
export async function findUpload(
  { files, tokens }: Pick<UploadNeeds, 'files' | 'tokens'>,
  visitor: string,
  id: string,
): Promise<StoredFile> {
  const file = await files.find(tokens.workKey(uploadKey(visitor, id)));
  if (!file) throw new AppError('expired');
  return file;
}

function uploadKey(visitor: string, id: string): string {
  return ['upload', visitor, id].map(encodeURIComponent).join('/');
}
