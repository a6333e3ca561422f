// GET and HEAD /source.tar.gz: the source of the running release, unless SOURCE_URL is set (AGPL, section 13).
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '../../core/files/stored-file.ts';
import { AppError } from '../../shared/errors.ts';
import { type SentFile, sendFile } from '../answers/send-file.ts';
import { fileHeaders } from '../downloads/file-headers.ts';
import type { RouteContext } from '../route-context.ts';
import type { SourceOffer } from '../services.ts';

const ADDRESS = '/source.tar.gz';
const PIECE_BYTES = 64 * 1024;
const WARNING =
  'The pages cannot offer the source of this server: the archive is missing. Start with "npm start", which creates it, or set SOURCE_URL.';

/**
 * Registers the route and returns the address of the source; undefined if there is none. The archive is opened now: one that
 * is created later, while this server runs, would not be the source of this release.
 */
export async function source(
  app: FastifyInstance,
  { options, clock, limit, basePath }: RouteContext,
): Promise<string | undefined> {
  const { source: offer } = options;
  const archive = offer && offer.url === undefined ? await openArchive(app, offer) : null;
  const shared = { url: ADDRESS, onRequest: limit('site') } as const;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!archive) throw new AppError('not_found_page');
    return sendFile(request, reply, archive, clock);
  };
  app.route({ ...shared, method: 'HEAD', schema: { hide: true }, handler: answer });
  app.route({
    ...shared,
    method: 'GET',
    exposeHeadRoute: false,
    schema: {
      summary: 'Get the source of this server',
      description: 'A gzipped tar archive. 404 if SOURCE_URL is set.',
      tags: ['site'],
    },
    handler: answer,
  });
  return offer?.url ?? (archive ? basePath + ADDRESS : undefined);
}

async function openArchive(app: FastifyInstance, offer: SourceOffer): Promise<SentFile | null> {
  const file = await open(offer.archive).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    app.log.warn(WARNING);
    return null;
  });
  if (!file) return null;
  app.addHook('onClose', () => file.close());
  const { size } = await file.stat();
  const hash = createHash('sha256');
  for await (const piece of piecesOf(file, { start: 0, end: size - 1 })) hash.update(piece);
  const etag = `"${hash.digest('base64url')}"`;
  return {
    bytes: size,
    etag,
    headers: {
      ...fileHeaders({ name: offer.fileName, extension: 'gz', etag }),
      'Cache-Control': 'no-cache',
    },
    read: async (range) => piecesOf(file, range ?? { start: 0, end: size - 1 }),
  };
}

async function* piecesOf(file: FileHandle, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  for (let at = start; at <= end; ) {
    const wanted = Math.min(PIECE_BYTES, end + 1 - at);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(wanted), 0, wanted, at);
    if (bytesRead === 0)
      throw new AppError('storage_failed', { detail: 'the archive was truncated' });
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
