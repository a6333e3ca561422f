// Uploaded videos: POST /admin/upload-trending, POST /admin/update-trending-with-file/{id}, and their thumbnails.
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { FilmForm } from '../../core/trending/filming.ts';
import type { StoredTrendingVideo } from '../../core/trending/trending.ts';
import {
  filmEditFields,
  filmFields,
  frameRequest,
  adminTrendingItem as itemSchema,
} from '../../shared/api/admin.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { MAX_FILM_BYTES } from '../../shared/trending.ts';
import { adminOf } from '../requests/admin-session.ts';
import { etagOf, readIfMatch } from '../requests/if-match.ts';
import { parseFields } from '../requests/parse-fields.ts';
import {
  announcedBytes,
  parserLimits,
  readUpload,
  type UploadLimits,
} from '../requests/read-upload.ts';
import { requestSignal } from '../requests/request-signal.ts';
import type { RouteContext } from '../route-context.ts';
import { MODEM_PACE } from '../server/body-pace.ts';
import { discardBody } from '../server/discard-body.ts';
import { adminTrendingItem } from '../trending/trending-view.ts';

const FILM_LIMITS: UploadLimits = { maxFileBytes: MAX_FILM_BYTES };
const params = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });
const tags = ['operators'];
const answers = { 200: itemSchema, default: errorAnswer };

/** Registers the routes; `app` requires a session. */
export function adminFilms(app: FastifyInstance, context: RouteContext): void {
  app.register(async (own) => {
    discardBody(own);
    await own.register(multipart, {
      limits: parserLimits(FILM_LIMITS),
      throwFileSizeLimit: false,
    });
    uploads(own, context);
    frames(own, context);
  });
}

function uploads(
  app: FastifyInstance,
  { filming, paceBody, networkOf, basePath }: RouteContext,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.post(
    '/admin/upload-trending',
    {
      schema: {
        summary: 'Upload a video',
        description:
          'A form with `title`, `description`, `platform`, `featured` (`true` or `false`), `thumbnailSeconds` and the video in `file`: MP4 or WebM of at most 50 MB.',
        tags,
        consumes: ['multipart/form-data'],
        response: { 201: itemSchema, default: errorAnswer },
      },
    },
    async (request, reply) => {
      paceBody(request, MODEM_PACE);
      const form = formOf(request, networkOf(request), (fields) => {
        const {
          description = null,
          thumbnailSeconds = null,
          ...words
        } = parseFields(filmFields, { ...fields });
        return { ...words, description, thumbnailSeconds };
      });
      const video = await filming.add(adminOf(request).email, form, requestSignal(reply));
      return show(reply.status(201), video, basePath);
    },
  );
  typed.post(
    '/admin/update-trending-with-file/:id',
    {
      schema: {
        summary: 'Edit a video, optionally with a new file',
        description:
          'The same form as for an upload; omitted fields stay unchanged. `If-Match` makes the change conditional on the version.',
        tags,
        params,
        consumes: ['multipart/form-data'],
        response: answers,
      },
    },
    async (request, reply) => {
      paceBody(request, MODEM_PACE);
      const form = formOf(request, networkOf(request), (fields) => {
        const { thumbnailSeconds = null, ...words } = parseFields(filmEditFields, { ...fields });
        return { ...words, thumbnailSeconds };
      });
      const video = await filming.edit(
        adminOf(request).email,
        request.params.id,
        form,
        readIfMatch(request),
        requestSignal(reply),
      );
      return show(reply, video, basePath);
    },
  );
}

function frames(app: FastifyInstance, { filming, basePath }: RouteContext): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/admin/trending/:id/thumbnail',
    {
      schema: {
        summary: 'Set the thumbnail to another frame',
        description: '`If-Match` makes the change conditional on the version.',
        tags,
        params,
        body: frameRequest,
        response: answers,
      },
    },
    async (request, reply) => {
      const video = await filming.showFrame(
        adminOf(request).email,
        request.params.id,
        request.body.seconds,
        readIfMatch(request),
        requestSignal(reply),
      );
      return show(reply, video, basePath);
    },
  );
}

function show(reply: FastifyReply, video: StoredTrendingVideo, basePath: string): FastifyReply {
  return reply.header('ETag', etagOf(video)).send(adminTrendingItem(video, basePath));
}

/** Returns the form of a request, parsed when the service reads it. Throws at once for a body that need not be read. */
function formOf<Words>(
  request: FastifyRequest,
  network: string,
  wordsOf: (fields: Readonly<Record<string, string>>) => Words,
): FilmForm<Words> {
  return {
    bytes: announcedBytes(request, FILM_LIMITS),
    network,
    async read(receive) {
      const { fields, file } = await readUpload(request, FILM_LIMITS, receive);
      return { fields: wordsOf(fields), film: file };
    },
  };
}
