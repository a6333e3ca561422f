// POST /api/trim and POST /api/convert: edit a finished download, an earlier upload, or a file sent as a form.
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Edit } from '../../core/choosing/edits/edit.ts';
import type { EditSource } from '../../core/downloading/start-download.ts';
import type { Upload } from '../../core/uploads/receive-upload.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { convertRequest, downloadAnswer, job, trimRequest } from '../../shared/api/download.ts';
import { AppError } from '../../shared/errors.ts';
import { readJobId } from '../requests/job-id.ts';
import { parseFields } from '../requests/parse-fields.ts';
import { announcedBytes, parserLimits, readUpload } from '../requests/read-upload.ts';
import { maxOpenOf, TAKES_KEY } from '../requests/request-key.ts';
import { requestSignal } from '../requests/request-signal.ts';
import { ensureVisitor } from '../requests/visitor.ts';
import type { RouteContext } from '../route-context.ts';
import { MODEM_PACE } from '../server/body-pace.ts';
import { discardBody } from '../server/discard-body.ts';
import type { HttpOptions } from '../services.ts';
import type { SendDownload } from './send-download.ts';

const DEFAULT_UPLOAD_BYTES = 500e6;

type Needs = RouteContext & { readonly send: SendDownload };

/** What both calls have in common. */
type EditFields = {
  readonly job?: string | undefined;
  readonly upload?: string | undefined;
  readonly name?: string | undefined;
};

const NUMBERS: ReadonlySet<string> = new Set(['start', 'end', 'kilobitsPerSecond', 'maxBytes']);
const SIMPLE_NUMBER = /^\d{1,15}(\.\d{1,9})?$/;
const WHOLE = {
  span: null,
  cut: 'exact',
  quality: null,
  kilobitsPerSecond: null,
  maxBytes: null,
} as const;
const UPLOAD_HINT =
  'As JSON with `job` or `upload`, or as a form (multipart/form-data) with the same fields and the file in `file`. Answers like `download`: 200 when the file is ready, or 202 with the job after 50 seconds; with "Prefer: respond-async" at once.';

/** Registers the routes. */
export function edits(app: FastifyInstance, context: RouteContext, send: SendDownload): void {
  const needs = { ...context, send };
  app.register(async (own) => {
    discardBody(own);
    const limits = parserLimits(uploadLimits(context.options));
    await own.register(multipart, { limits, throwFileSizeLimit: false });
    route(own, needs, '/api/trim', 'Trim a file', trimRequest, (fields) => {
      const { start, end, mode, format = null } = fields;
      if (end <= start) throw new AppError('invalid_request', { params: { field: 'end' } });
      const span = { startSeconds: start, endSeconds: end };
      return { ...WHOLE, container: format, span, cut: mode };
    });
    route(own, needs, '/api/convert', 'Convert a file', convertRequest, (fields) => {
      if (fields.everywhere && fields.format !== 'mp4') throw invalid('everywhere');
      return {
        ...WHOLE,
        container: fields.format,
        ...(fields.everywhere && { everywhere: true }),
        quality: fields.quality ?? null,
        kilobitsPerSecond: fields.kilobitsPerSecond ?? null,
        maxBytes: fields.maxBytes ?? null,
      };
    });
  });
}

function route<Fields extends EditFields>(
  app: FastifyInstance,
  needs: Needs,
  url: string,
  summary: string,
  schema: z.ZodType<Fields>,
  editOf: (fields: Fields) => Edit,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    url,
    {
      onRequest: [needs.limit('edit'), needs.keyUse.takeHourly],
      config: TAKES_KEY,
      // The body is described here and read below: it may also be a form.
      validatorCompiler: () => (value: unknown) => ({ value }),
      schema: {
        summary,
        description: UPLOAD_HINT,
        tags: ['downloads'],
        body: schema,
        consumes: ['application/json', 'multipart/form-data'],
        response: { 200: downloadAnswer, 202: job, default: errorAnswer },
      },
    },
    async (request, reply) => {
      const visitor = ensureVisitor(request, reply, needs.visitorCookie);
      const network = needs.networkOf(request);
      const maxOpen = maxOpenOf(request);
      const start = async (fields: Fields, source: EditSource) =>
        needs.downloading.startEdit({ visitor, network, maxOpen, source, edit: editOf(fields) });
      if (request.isMultipart()) {
        const upload = await receive(needs, request, reply, schema, { visitor, network });
        const { id, fields, remove } = upload;
        const source = { kind: 'upload', id, title: titleOf(fields.name) } as const;
        const view = await start(fields, source).catch(async (error: unknown) => {
          await remove();
          throw error;
        });
        return needs.send(request, reply, visitor, view);
      }
      const fields = parseFields(schema, request.body);
      return needs.send(request, reply, visitor, await start(fields, sourceOf(fields)));
    },
  );
}

/** Reads the form, and stores its file. */
function receive<Fields extends EditFields>(
  { downloading, paceBody, options }: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  schema: z.ZodType<Fields>,
  from: { readonly visitor: string; readonly network: string },
): Promise<Upload<Fields>> {
  const limits = uploadLimits(options);
  const bytes = announcedBytes(request, limits);
  paceBody(request, MODEM_PACE, downloading.isFullOfUploads);
  return downloading.receive(
    {
      ...from,
      bytes,
      async read(receive) {
        const form = await readUpload(request, limits, receive);
        const fields = parseFields(schema, numbersIn(form.fields));
        for (const field of ['job', 'upload'] as const)
          if (fields[field] !== undefined) throw invalid(field);
        return { fields, file: form.file };
      },
    },
    requestSignal(reply),
  );
}

function uploadLimits({ maxUploadBytes = DEFAULT_UPLOAD_BYTES }: HttpOptions) {
  return { maxFileBytes: maxUploadBytes };
}

function sourceOf({ job: jobId, upload, name }: EditFields): EditSource {
  if (jobId !== undefined && upload === undefined)
    return { kind: 'download', id: readJobId(jobId) };
  if (jobId === undefined && upload !== undefined)
    return { kind: 'upload', id: upload, title: titleOf(name) };
  throw invalid('job');
}

/** A file's name without its extension and control characters. */
function titleOf(name = ''): string {
  return name
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .trim();
}

/** A form has texts only. */
function numbersIn(fields: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => {
      const isNumber = NUMBERS.has(name) && SIMPLE_NUMBER.test(text);
      if (name === 'everywhere') return [name, text === 'true' ? true : text];
      return [name, isNumber ? Number(text) : text];
    }),
  );
}

function invalid(field: string): AppError {
  return new AppError('invalid_request', { params: { field } });
}
