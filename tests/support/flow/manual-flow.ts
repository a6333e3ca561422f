// The download flow without a page: the test answers its requests, sends its events and fires its timers.

import type { Job, ProgressEvent } from '../../../src/shared/api/download.ts';
import type { InspectAnswer, Offer } from '../../../src/shared/api/inspect.ts';
import { RequestError } from '../../../src/web/browser/request.ts';
import type { Calls } from '../../../src/web/download-client/calls.ts';
import { createFlow, type Flow } from '../../../src/web/features/download/flow/flow.ts';
import type { Notice } from '../../../src/web/features/download/flow/flow-needs.ts';
import type { Kept } from '../../../src/web/features/download/flow/tab-memory.ts';

/** A call of the flow that waits for its answer. */
type Waiting = {
  readonly call: keyof Calls;
  readonly args: readonly unknown[];
  readonly answer: (value: unknown) => Promise<void>;
  readonly fail: (error: unknown) => Promise<void>;
};

/** The flow, what it requested and logged, and the controls of the test. */
export type ManualFlow = {
  readonly flow: Flow;
  readonly notices: Notice[];
  readonly logged: string[];
  /** The next waiting call of that name; throws when there is none. */
  readonly asked: (call: keyof Calls) => Waiting;
  readonly isAsked: (call: keyof Calls) => boolean;
  /** The open streams by job; sending to a closed one does nothing. */
  readonly streams: Map<string, { event: (event: ProgressEvent) => void; broke: () => void }>;
  /** Runs the timer that is due next; the answer is its milliseconds, or null when there was none. */
  readonly tick: () => Promise<number | null>;
  readonly timers: () => readonly number[];
  readonly kept: () => Kept | null;
};

const settle = () => new Promise<void>((done) => setImmediate(done));

/** Creates a flow in which nothing happens until the test makes it happen. */
export function createManualFlow(kept: Kept | null = null): ManualFlow {
  const waiting: Waiting[] = [];
  const notices: Notice[] = [];
  const logged: string[] = [];
  const streams: ManualFlow['streams'] = new Map();
  const timers: { ms: number; call: () => void }[] = [];
  let memory = kept;

  const ask = (call: keyof Calls) =>
    ((...args: unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        const leave = () => waiting.splice(waiting.indexOf(entry), 1);
        const entry: Waiting = {
          call,
          args,
          answer: async (value) => {
            leave();
            resolve(value);
            await settle();
          },
          fail: async (error) => {
            leave();
            reject(error);
            await settle();
          },
        };
        waiting.push(entry);
      })) as never;
  const names = ['detect', 'inspect', 'start', 'job', 'jobs', 'cancel', 'remove', 'share'] as const;
  const calls = Object.fromEntries(names.map((name) => [name, ask(name)])) as unknown as Calls;
  const flow = createFlow({
    calls,
    openStream(job, on) {
      streams.set(job, on);
      return () => streams.delete(job);
    },
    after(ms, call) {
      const timer = { ms, call };
      timers.push(timer);
      return () => {
        const at = timers.indexOf(timer);
        if (at >= 0) timers.splice(at, 1);
      };
    },
    memory: {
      read: () => memory,
      write: (next) => {
        memory = next;
      },
    },
    notify: (notice) => notices.push(notice),
    log: (what) => logged.push(what),
  });
  return {
    flow,
    notices,
    logged,
    streams,
    kept: () => memory,
    isAsked: (call) => waiting.some((one) => one.call === call),
    asked(call) {
      const found = waiting.find((one) => one.call === call);
      if (!found) throw new Error(`"${call}" was not asked`);
      return found;
    },
    timers: () => timers.map(({ ms }) => ms),
    async tick() {
      const next = timers.shift();
      next?.call();
      await settle();
      return next?.ms ?? null;
    },
  };
}

/** An offer of which only the id matters. */
export function anOffer(id: string, container: Offer['container'] = 'mp4'): Offer {
  return {
    id,
    container,
    shortSide: 720,
    fps: 30,
    dynamicRange: 'sdr',
    videoCodec: 'h264',
    audioCodec: 'aac',
    hasSound: 'yes',
    language: null,
    voice: null,
    caveats: [],
    kilobitsPerSecond: null,
    bytes: 1000,
    bytesExact: true,
    playsOn: ['everything'],
    label: id,
  };
}

/** An inspection with one item for each list of offers. */
export function anInspection(...offers: readonly (readonly Offer[])[]): InspectAnswer {
  const common = { tracks: [], subtitles: [], chapters: [], thumbnailUrl: null };
  return {
    success: true,
    id: 'i',
    platform: 'youtube',
    platformName: 'YouTube',
    url: LINK,
    hints: {},
    slideshow: null,
    omittedItems: 0,
    inspectedAt: 0,
    expiresAt: 0,
    media: {
      title: 'A walk',
      author: null,
      description: null,
      publishedAtSeconds: null,
      ageLimit: null,
    },
    items: offers.map((list, at) => ({
      ...common,
      part: 'direct',
      id: `item-${at + 1}`,
      index: at + 1,
      title: 'A walk',
      durationSeconds: 10,
      kind: list.some((offer) => offer.id === 'photo') ? 'photo' : 'video',
      offers: [...list],
    })),
  };
}

/** A link that is known without asking. */
export const LINK = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

/** What `detect-platform` says of {@link LINK}. */
export const VALID = {
  isValid: true,
  platform: 'youtube',
  platformName: 'YouTube',
  message: 'Valid URL Detected!',
  url: LINK,
} as const;

/** A progress event of job `1`. */
export function anEvent(
  percent: number,
  phase: ProgressEvent['phase'] = 'fetching',
): ProgressEvent {
  return {
    status: 'Downloading',
    percent,
    message: '',
    job: '1',
    phase,
    bytes: 0,
    totalBytes: null,
    bytesPerSecond: null,
    connections: 0,
    etaSeconds: null,
    position: null,
  };
}

/** Job `1` as the server sends it. */
export function aJob(part: Partial<Job> = {}): Job {
  return {
    success: true,
    job: '1',
    state: 'open',
    platform: 'youtube',
    url: LINK,
    title: 'A walk',
    createdAt: 0,
    progress: anEvent(0, 'queued'),
    result: null,
    error: null,
    ...part,
  } as Job;
}

/** The finished file of job `1`. */
export const RESULT = {
  downloadUrl: '/files/t/a.mp4',
  etag: '"a"',
  filename: 'a.mp4',
  format: 'mp4',
  sizeFormatted: '1 kB',
  receipt: {
    container: 'mp4',
    picture: null,
    sound: null,
    durationSeconds: 10,
    bytes: 1000,
    playsOn: [],
    sha256: 'f00d',
  },
  expiresAt: 1,
  shareUrl: null,
} as const satisfies Job['result'];

/** A refusal of the server with one of its codes. */
export function refusal(code: 'private' | 'job_not_found' | 'server_full', status: number) {
  const answer = { success: false, code, message: `said ${code}`, ref: 'r' } as const;
  return new RequestError(status, `${status}: …`, answer);
}
