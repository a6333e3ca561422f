// Streams a multipart form with one file: fields into a record, the file to a receiver, without buffering it.
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../shared/errors.ts';
import { paramsOf } from './named-field.ts';

const MAX_PARTS = 20;
const MAX_FIELD_BYTES = 16 * 1024;
const MAX_HEAD_BYTES = 16 * 1024;
// The maximum in RFC 2046.
const MAX_BOUNDARY_LENGTH = 70;
/** Maximum bytes of a form besides its file. */
const MAX_AROUND_BYTES = MAX_PARTS * (MAX_FIELD_BYTES + MAX_HEAD_BYTES);

/** The maximum size of the file. */
export type UploadLimits = { readonly maxFileBytes: number };

/** Returns the limits for `@fastify/multipart`. The parser reads one byte more than allowed, so that excess is detected. */
export function parserLimits({ maxFileBytes }: UploadLimits) {
  return {
    parts: MAX_PARTS,
    files: 1,
    fields: MAX_PARTS,
    headerPairs: MAX_PARTS,
    fieldSize: MAX_FIELD_BYTES,
    headerSize: MAX_HEAD_BYTES,
    fileSize: maxFileBytes + 1,
  };
}

/** The parsed form: its fields, and what `receive` returned for the file. */
export type UploadForm<File> = {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: File | null;
};

/**
 * Returns the bytes that the request announces for its body, 0 where it announces none. Throws AppError
 * `unsupported_media_type`, `invalid_request` or `body_too_large` for a body that need not be read.
 */
export function announcedBytes(request: FastifyRequest, limits: UploadLimits): number {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type');
  const type = request.headers['content-type'] ?? '';
  const [, quoted, plain = quoted] = /boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type) ?? [];
  if (!plain || plain.length > MAX_BOUNDARY_LENGTH)
    throw new AppError('invalid_request', { detail: 'boundary' });
  const bytes = Number(request.headers['content-length'] ?? 0);
  if (bytes > limits.maxFileBytes + MAX_AROUND_BYTES) throw new AppError('body_too_large');
  return bytes;
}

/**
 * Reads the form. The part `file` is passed to `receive`; its file name, type and position are ignored. Throws AppError
 * `invalid_request` for any other form, and what `receive` throws.
 */
export async function readUpload<File>(
  request: FastifyRequest,
  limits: UploadLimits,
  receive: (pieces: AsyncIterable<Uint8Array>) => Promise<File>,
): Promise<UploadForm<File>> {
  const fields: Record<string, string> = Object.create(null);
  let file: File | null = null;
  try {
    for await (const part of request.parts({ limits: parserLimits(limits) })) {
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
    // Any other error of the parser is about the bytes that were sent.
    throw new AppError('invalid_request', { cause: error });
  }
  return { fields, file };
}

function refusalOf(field: string): AppError {
  return new AppError('invalid_request', { params: paramsOf({ path: [field] }) });
}
