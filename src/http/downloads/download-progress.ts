// GET /api/download-progress: the progress of downloads as server-sent events. Closing a stream cancels nothing.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Clock } from '../../core/async/clock.ts';
import type { Followed } from '../../core/downloading/follow-and-cancel.ts';
import { readJobId } from '../requests/job-id.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import { ensureVisitor } from '../requests/visitor.ts';
import type { RouteContext } from '../route-context.ts';
import { pacedBody } from '../server/paced-body.ts';
import type { DownloadViews } from './download-view.ts';
import { createEventFeed, type EventFeed } from './event-feed.ts';
import { createStreamGate } from './stream-gate.ts';

const HEARTBEAT_MS = 15_000;
/** How long a stream waits for a first download before it ends and the browser reconnects. */
const IDLE_MS = 60_000;
/** How long a client may leave events unread. */
const MAX_STALL_MS = 30_000;

/** Registers the route. Before the server stops, all streams end with a `retry` interval. */
export function downloadProgress(
  app: FastifyInstance,
  { clock, downloading, networkOf, limit, visitorCookie }: RouteContext,
  views: DownloadViews,
): void {
  const enter = createStreamGate();
  const feeds = new Set<EventFeed>();
  app.addHook('preClose', async () => {
    for (const feed of feeds) feed.end();
  });

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/download-progress',
    {
      onRequest: limit('stream'),
      config: TAKES_KEY,
      exposeHeadRoute: false,
      schema: {
        summary: 'Stream the progress of downloads',
        description:
          'Server-sent events, each one line of JSON with status, percent and message. Without job it follows the newest open download of the visitor, or the next one; job=* follows all.',
        tags: ['downloads'],
        querystring: z.object({ job: z.string().max(100).optional() }),
      },
    },
    async (request, reply) => {
      const visitor = ensureVisitor(request, reply, visitorCookie);
      reply.header('Cache-Control', 'no-store');
      const { watched, isOver } = readSubscription(
        request.query.job,
        request.headers['last-event-id'],
      );
      // No more events would follow; 204 stops an EventSource from reconnecting.
      if (isOver) return reply.status(204).send();

      const leave = enter(visitor, networkOf(request));
      let unwatch: () => void = () => undefined;
      let stopBeating: () => void = () => undefined;
      const feed = createEventFeed(() => {
        feeds.delete(feed);
        leave();
        unwatch();
        stopBeating();
      });
      feeds.add(feed);
      const body = pacedBody(feed, { clock, maxStallMs: MAX_STALL_MS });
      let isIdle = watched === 'newest';
      const stop = await downloading
        .watch(visitor, watched, (view) => {
          const isEnd = view.download.state !== 'open';
          isIdle = false;
          feed.put(views.event(view), isEnd);
          if (isEnd && watched !== 'all') feed.end();
        })
        .catch((error: unknown) => {
          body.destroy();
          throw error;
        });
      unwatch = stop;
      stopBeating = beat(feed, clock, () => isIdle);
      if (feed.isClosed()) {
        unwatch();
        stopBeating();
      }
      return reply
        .header('Content-Type', 'text/event-stream; charset=utf-8')
        .header('X-Accel-Buffering', 'no')
        .send(body);
    },
  );
}

/**
 * Returns the downloads that a stream follows. A reconnecting browser sends its last event id: it resumes the same
 * download, and `isOver` is set when its end was received already.
 */
function readSubscription(
  job: string | undefined,
  lastEventId: string | string[] | undefined,
): { readonly watched: Followed; readonly isOver: boolean } {
  if (job === '*') return { watched: 'all', isOver: false };
  const [, seen, end] = String(lastEventId ?? '').match(/^([\w-]{1,100})(\.end)?$/) ?? [];
  if (job !== undefined) {
    const id = readJobId(job);
    return { watched: { id }, isOver: seen === id && end !== undefined };
  }
  return { watched: seen && !end ? { id: seen } : 'newest', isOver: false };
}

/** Sends heartbeats until the returned function is called; ends a stream that stays without downloads. */
function beat(feed: EventFeed, clock: Clock, isIdle: () => boolean): () => void {
  const startedAt = clock.monotonic();
  let callOff: () => void = () => undefined;
  const next = () => {
    callOff = clock.after(HEARTBEAT_MS, () => {
      if (isIdle() && clock.monotonic() - startedAt >= IDLE_MS) return feed.end();
      feed.beat();
      next();
    });
  };
  next();
  return () => callOff();
}
