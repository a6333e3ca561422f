// GET /api/inspections/<id>/subtitles/<subtitle>.<format>: subtitles of an item as SubRip, WebVTT, plain text or JSON.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { viaOf } from '../../core/inspecting/inspection.ts';
import { type Cue, cuesAround } from '../../core/subtitles/cue.ts';
import { toSrt, toText, toVtt } from '../../core/subtitles/write.ts';
import { AppError } from '../../shared/errors.ts';
import { fileNameOf } from '../../shared/media/file-name.ts';
import { markedWithin } from '../../shared/media/marked.ts';
import type { Subtitle } from '../../shared/media/media.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import { requestSignal } from '../requests/request-signal.ts';
import type { RouteContext } from '../route-context.ts';
import { contentDisposition } from './file-headers.ts';

const CUES_PER_TOKEN = 1000;
const params = z.object({ id: z.string().max(64), file: z.string().max(140) });
const querystring = z.object({ withoutMarked: z.literal('true').optional() });

type Writer = {
  readonly type: string;
  readonly write: (cues: readonly Cue[], subtitle: Subtitle) => string;
};

const FORMATS: Readonly<Record<string, Writer>> = {
  srt: { type: 'application/x-subrip; charset=utf-8', write: toSrt },
  vtt: {
    type: 'text/vtt; charset=utf-8',
    write: (cues, { language }) => toVtt(cues, language),
  },
  txt: { type: 'text/plain; charset=utf-8', write: toText },
  json: {
    type: 'application/json; charset=utf-8',
    write: (cues, { language, automatic }) =>
      JSON.stringify({ success: true, language, automatic, cues }),
  },
};

/** Registers the route. */
export function subtitles(
  app: FastifyInstance,
  { inspecting, subtitles, networkOf, limit }: RouteContext,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/inspections/:id/subtitles/:file',
    {
      onRequest: limit('thumbnail'),
      config: TAKES_KEY,
      schema: {
        summary: 'Get subtitles of an item',
        description:
          'The name of the file is the id of the subtitles with srt, vtt or txt, or with json for cues with times in milliseconds; as for a file `withoutMarked`.',
        tags: ['links'],
        params,
        querystring,
      },
    },
    async (request, reply) => {
      const { id, file } = request.params;
      const found = await inspecting.find(id);
      if (!found) throw new AppError('expired');
      const dot = file.lastIndexOf('.');
      const extension = file.slice(dot + 1);
      const format = Object.hasOwn(FORMATS, extension) ? FORMATS[extension] : undefined;
      const { inspection, sources } = found;
      const item = inspection.items.find((one) =>
        one.subtitles.some((subtitle) => subtitle.id === file.slice(0, dot)),
      );
      const subtitle = item?.subtitles.find((one) => one.id === file.slice(0, dot));
      const source = subtitle && sources.byId.get(subtitle.id);
      if (!format || !item || !subtitle || !source) throw new AppError('not_found_page');
      const { platform } = inspection.link;
      const network = networkOf(request);
      const from = { ...source, platform, via: viaOf(sources) };
      const read = await subtitles.read(from, network, requestSignal(reply));
      const whole = { startSeconds: 0, endSeconds: item.durationSeconds ?? 0 };
      const cuts = request.query.withoutMarked ? markedWithin(item.chapters, whole) : [];
      const cues = cuts.length > 0 ? cuesAround(read, { ...whole, endSeconds: null }, cuts) : read;
      // Long ones take their time to be written.
      const cost = Math.floor(cues.length / CUES_PER_TOKEN);
      if (cost > 0) await limit('thumbnail', cost)(request, reply);
      reply.header('Cache-Control', 'private, max-age=300').type(format.type);
      if (extension !== 'json') {
        const title = item.title || inspection.media.title;
        const name = fileNameOf({ title, qualifier: subtitle.language, extension });
        const plainName = `${PLATFORMS[platform].label} ${inspection.link.id}`;
        reply.header('Content-Disposition', contentDisposition(name, plainName));
      }
      return reply.send(format.write(cues, subtitle));
    },
  );
}
