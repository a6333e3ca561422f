// Reads a form with one file, part by part: fields into a record, the file to whoever takes it, nothing of it whole in memory.
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../shared/errors.ts';
import { MAX_FILM_BYTES } from '../../shared/trending.ts';
import { paramsOf } from './named-field.ts';

const MAX_PARTS = 20;
const MAX_FIELD_BYTES = 16 * 1024;
const MAX_HEAD_BYTES = 16 * 1024;
// The longest that its standard allows (RFC 2046).
const MAX_BOUNDARY_LENGTH = 70;
/** What a form may have around its file. */
const MAX_AROUND_BYTES = MAX_PARTS * (MAX_FIELD_BYTES + MAX_HEAD_BYTES);

/** Bounds of the parser, for `@fastify/multipart`. One byte more than a film may have, so that it is seen. */
export const UPLOAD_LIMITS = {
  parts: MAX_PARTS,
  files: 1,
  fields: MAX_PARTS,
  headerPairs: MAX_PARTS,
  fieldSize: MAX_FIELD_BYTES,
  headerSize: MAX_HEAD_BYTES,
  fileSize: MAX_FILM_BYTES + 1,
} as const;

/** What was sent: each field once, and what became of the file. */
export type UploadForm<File> = {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: File | null;
};

/** How many bytes the body is said to have, 0 where it is not said. Throws for what need not be read: `unsupported_media_type`, `invalid_request`, `body_too_large`. */
export function announcedBytes(request: FastifyRequest): number {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type');
  const type = request.headers['content-type'] ?? '';
  const [, quoted, plain = quoted] = /boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type) ?? [];
  if (!plain || plain.length > MAX_BOUNDARY_LENGTH)
    throw new AppError('invalid_request', { detail: 'boundary' });
  const bytes = Number(request.headers['content-length'] ?? 0);
  if (bytes > MAX_FILM_BYTES + MAX_AROUND_BYTES) throw new AppError('body_too_large');
  return bytes;
}

/**
 * Reads it. The part `file` goes to `receive`; its name, its type and its place among the parts do not matter. Throws
 * `invalid_request` for any other form, and what `receive` throws.
 */
export async function readUpload<File>(
  request: FastifyRequest,
  receive: (pieces: AsyncIterable<Uint8Array>) => Promise<File>,
): Promise<UploadForm<File>> {
  const fields: Record<string, string> = Object.create(null);
  let file: File | null = null;
  try {
    for await (const part of request.parts({ limits: UPLOAD_LIMITS })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file') throw refusalOf(part.fieldname);
        file = await receive(part.file);
      } else {
        const { fieldname, value, valueTruncated, fieldnameTruncated } = part;
        const isWhole = !valueTruncated && !fieldnameTruncated && typeof value === 'string';
        if (!fieldname || fieldname in fields || !isWhole) throw refusalOf(fieldname);
        fields[fieldname] = value;
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Whatever else the parser says is about the bytes that were sent.
    throw new AppError('invalid_request', { cause: error });
  }
  return { fields, file };
}

function refusalOf(field: string): AppError {
  return new AppError('invalid_request', { params: paramsOf({ path: [field] }) });
}
