// The operators' cockpit below /api/admin: the overview, switches, the notice, canaries, and open downloads.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { CANARY_EVERY_MS } from '../../core/status/canaries.ts';
import type { CanariesView, Operating } from '../../core/status/operating.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { type CanariesAnswer, canariesAnswer, canariesRequest } from '../../shared/api/canaries.ts';
import {
  cancelJobAnswer,
  cockpitAnswer,
  platformSwitchAnswer,
  platformSwitchRequest,
  runningJobsAnswer,
  youtubeNoticeAnswer,
  youtubeNoticeRequest,
} from '../../shared/api/cockpit.ts';
import { PLATFORM_IDS } from '../../shared/platforms/platform.ts';
import { adminOf } from '../requests/admin-session.ts';
import type { RouteContext } from '../route-context.ts';

const MOST_JOBS = 500;
const tags = ['operators'];

/** Registers the routes; `app` requires a session. */
export function adminCockpit(app: FastifyInstance, { cockpit, operating }: RouteContext): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/api/admin/cockpit',
      { schema: { summary: 'Get the overview', tags, response: answers(cockpitAnswer) } },
      async () => cockpit(),
    );
  switches(app, operating);
  canaries(app, operating);
  jobs(app, operating);
}

function switches(app: FastifyInstance, operating: Operating): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.put(
    '/api/admin/platforms/:id',
    {
      schema: {
        summary: 'Switch a platform off or on',
        description: 'The reason is shown to visitors verbatim.',
        tags,
        body: platformSwitchRequest,
        response: answers(platformSwitchAnswer),
        params: z.object({ id: z.enum(PLATFORM_IDS) }),
      },
    },
    async (request) => {
      const platform = request.params.id;
      const now = await operating.switchPlatform(adminOf(request).email, platform, request.body);
      return { platform, ...now };
    },
  );
  typed.put(
    '/api/admin/youtube-notice',
    {
      schema: {
        summary: 'Set when visitors are warned about YouTube',
        tags,
        body: youtubeNoticeRequest,
        response: answers(youtubeNoticeAnswer),
      },
    },
    async (request) => {
      const { mode } = request.body;
      await operating.setYoutubeNotice(adminOf(request).email, mode);
      return { mode };
    },
  );
}

function canaries(app: FastifyInstance, operating: Operating): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.get(
    '/api/admin/canaries',
    {
      schema: {
        summary: 'List the canaries: the links that the server inspects on a schedule',
        tags,
        response: answers(canariesAnswer),
      },
    },
    async () => canariesView(operating.canaries()),
  );
  typed.put(
    '/api/admin/canaries',
    {
      schema: {
        summary: 'Set the canaries',
        description:
          'Links of items, not short links. An empty list switches canaries off; `null` returns to the setting or the defaults.',
        tags,
        body: canariesRequest,
        response: answers(canariesAnswer),
      },
    },
    async (request) =>
      canariesView(await operating.setCanaries(adminOf(request).email, request.body.links)),
  );
}

function jobs(app: FastifyInstance, operating: Operating): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.get(
    '/api/admin/jobs',
    { schema: { summary: 'List all open downloads', tags, response: answers(runningJobsAnswer) } },
    async () => {
      const all = await operating.jobs();
      return { total: all.length, jobs: all.slice(0, MOST_JOBS) };
    },
  );
  typed.post(
    '/api/admin/jobs/:id/cancel',
    {
      schema: {
        summary: 'Cancel an open download',
        description: 'The visitor sees it as cancelled.',
        tags,
        response: answers(cancelJobAnswer),
        params: z.object({ id: z.string().regex(/^[\w-]{1,64}$/) }),
      },
    },
    async (request) => ({
      cancelled: await operating.cancelJob(adminOf(request).email, request.params.id),
    }),
  );
}

function canariesView({ origin, canaries }: CanariesView): CanariesAnswer {
  return {
    everyMinutes: CANARY_EVERY_MS / 60_000,
    origin,
    canaries: canaries.map(({ link, results }) => ({
      link: link.address,
      platform: link.platform,
      results: [...results],
    })),
  };
}

function answers<T extends z.ZodType>(good: T) {
  return { 200: good, default: errorAnswer } as const;
}
