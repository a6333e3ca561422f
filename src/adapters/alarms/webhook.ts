// Posts alarms as JSON to the operator's webhook.
import http from 'node:http';
import https from 'node:https';
import type { Clock } from '../../core/async/clock.ts';
import type { Alarm } from '../../core/status/alarms.ts';

const DEADLINE_MS = 5000;
const MAX_TRIES = 2;
const MOST_PER_HOUR = 30;
const HOUR_MS = 3_600_000;

export type Webhook = {
  /** Resolves when the alarm was delivered, dropped, or failed for good. */
  readonly send: (alarm: Alarm) => Promise<void>;
  /** Aborts pending deliveries. */
  readonly close: () => void;
};

/**
 * Posts `{kind, details, site, at}` (`at` in epoch milliseconds): at most two attempts of five seconds, thirty alarms
 * an hour; the rest are dropped. Logs a series of failures once. Only the status of the response counts, and redirects
 * are not followed.
 */
export function createWebhook(needs: {
  /** http or https. */
  readonly url: string;
  readonly site: string;
  readonly clock: Clock;
  readonly warn: (message: string, cause: unknown) => void;
}): Webhook {
  const { clock, site } = needs;
  const url = new URL(needs.url);
  const ending = new AbortController();
  let sentAt: readonly number[] = [];
  let isFailing = false;

  const deliver = async (body: string) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await post(url, body, clock, ending.signal);
      } catch (cause) {
        if (tries >= MAX_TRIES || ending.signal.aborted) throw cause;
      }
    }
  };

  return {
    async send({ kind, details }) {
      const nowMs = clock.monotonic();
      sentAt = sentAt.filter((at) => at > nowMs - HOUR_MS);
      if (sentAt.length >= MOST_PER_HOUR || ending.signal.aborted) return;
      sentAt = [...sentAt, nowMs];
      try {
        await deliver(JSON.stringify({ kind, details, site, at: clock.now() }));
        isFailing = false;
      } catch (cause) {
        if (!isFailing && !ending.signal.aborted)
          needs.warn('the alarm webhook cannot be reached', cause);
        isFailing = true;
      }
    },
    close: () => ending.abort(),
  };
}

/**
 * Rejects unless a 2xx response arrives in time. Does not use the egress proxy: the address is the operator's own,
 * independent of visitors, and may be a local one, which the proxy refuses.
 */
async function post(url: URL, body: string, clock: Clock, signal: AbortSignal): Promise<void> {
  const { request } = url.protocol === 'https:' ? https : http;
  const sending = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    // Requests are too rare to keep a connection open.
    agent: false,
    signal,
  });
  const callOff = clock.after(DEADLINE_MS, () =>
    sending.destroy(new Error('no answer within five seconds')),
  );
  try {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      sending.once('response', (answer) => {
        // The body is not needed.
        answer.destroy();
        resolve(answer.statusCode);
      });
      sending.on('error', reject);
      sending.end(body);
    });
    if (!status || status < 200 || status > 299) throw new Error(`the webhook answered ${status}`);
  } finally {
    callOff();
  }
}
