// The HTTP application alone with a fake service, on a real port, with a manual clock.
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { rateKey } from '../../../src/adapters/limiter/rate-key.ts';
import { loadErrorWords } from '../../../src/compose/words.ts';
import { buildApp } from '../../../src/http/app.ts';
import type { HttpOptions, Services, SiteFacts } from '../../../src/http/services.ts';
import { createManualClock, type ManualClock } from '../run/manual-clock.ts';
import { createFakeDownloading, type FakeDownloading } from './http-fake-downloading.ts';

/** Site facts with only a name. */
export const NO_FACTS: SiteFacts = {
  name: 'Keepreel',
  operatorName: undefined,
  operatorAddress: undefined,
  contactEmail: undefined,
  telegramUrl: undefined,
  gtmId: undefined,
  consentScriptUrl: undefined,
};

/** The application, its address, and the fake downloading behind it. */
export type HttpFixture = {
  readonly app: FastifyInstance;
  readonly origin: string;
  readonly port: number;
  readonly fake: FakeDownloading;
  readonly clock: ManualClock;
  readonly close: () => Promise<void>;
};

/** Starts it on a free port, without rate limits unless `services` brings some; these may be made from the fixture's own. */
export async function startHttpFixture(
  options: Partial<HttpOptions> = {},
  services:
    | Partial<Services>
    | ((fixture: Pick<HttpFixture, 'fake' | 'clock'>) => Partial<Services>) = {},
): Promise<HttpFixture> {
  const fake = createFakeDownloading();
  const clock = createManualClock(1_000_000);
  const fail = () => Promise.reject(new TypeError('not part of this fixture'));
  const noVideos = {
    get: async () => null,
    add: fail,
    update: fail,
    remove: fail,
    restore: fail,
    forgetRemoved: fail,
  };
  const app = await buildApp(
    {
      inspecting: {
        resolve: fail,
        inspect: fail,
        inspectAgain: fail,
        isKnown: () => false,
        find: async () => null,
      },
      lists: { read: fail, isKept: () => false, find: () => null },
      videoSearch: null,
      thumbnails: { render: fail },
      subtitles: { read: fail },
      downloading: fake.service,
      archiving: { create: fail, open: fail },
      clock,
      networkOf: rateKey,
      limits: {
        maxDurationMinutes: 180,
        maxFileGigabytes: 4,
        fileTtlMinutes: 60,
        maxUploadMegabytes: 500,
        maxEncodeMinutes: 60,
        programLinks: true,
        youtubeSearch: false,
      },
      limiter: { take: async () => ({ allowed: true, retryAfterSeconds: 0 }) },
      words: loadErrorWords(),
      trendingVideos: { ...noVideos, list: async () => [], countOf: async () => 0 },
      trendingFiles: { find: async () => null, open: fail, add: fail, remove: fail },
      trendingViews: { count: fail },
      sharedEarly: null,
      popular: { worthFeaturing: fail },
      ratings: { rate: fail, summary: async () => null },
      countPageView: fail,
      sumUpPageViews: fail,
      siteStatus: fail,
      searching: { search: fail },
      signingIn: {
        signIn: fail,
        whoIs: async () => null,
        signOut: fail,
        signOutEverywhere: fail,
        sweep: fail,
      },
      curating: {
        list: fail,
        count: fail,
        add: fail,
        edit: fail,
        remove: fail,
        restore: fail,
        sweep: fail,
      },
      apiKeys: {
        recognize: fail,
        isActive: fail,
        hasOrigin: async () => false,
        takeHourly: fail,
        takeBytes: fail,
        makeForProgram: fail,
        makeForExtension: fail,
        list: fail,
        ofVisitor: fail,
        revoke: fail,
        revokeOwn: fail,
        sweep: fail,
      },
      feedTokens: { make: (keyId) => keyId, read: () => null },
      auditLog: { list: fail },
      metrics: { requestEnded: () => undefined, text: fail },
      filming: { add: fail, edit: fail, showFrame: fail },
      ordering: fail,
      cockpit: fail,
      operating: {
        switchPlatform: fail,
        setYoutubeNotice: fail,
        setCanaries: fail,
        cancelJob: fail,
        jobs: async () => [],
        canaries: () => ({ origin: 'defaults', canaries: [] }),
      },
      engine: {
        status: fail,
        check: fail,
        update: fail,
        setSetup: fail,
        rollBack: fail,
        pin: fail,
      },
      takedowns: {
        isAgentConfigured: false,
        proofOfWork: { challenge: fail as never, redeem: async () => undefined },
        transparency: async () => [],
        takingNotices: {
          readLinks: fail,
          submit: fail,
          submitCounter: fail,
          caseOf: fail,
          sweep: fail,
        },
        decidingNotices: { list: fail, countOpen: fail, get: fail, decide: fail },
        blocking: { list: fail, add: fail, remove: fail },
      },
      ready: {},
      ...(typeof services === 'function' ? services({ fake, clock }) : services),
    },
    {
      publicUrl: undefined,
      site: NO_FACTS,
      trustedProxies: ['127.0.0.1'],
      webDir: path.resolve('dist/web'),
      publicDir: path.resolve('public'),
      logLevel: 'silent',
      ...options,
    },
  );
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, origin, port: Number(new URL(origin).port), fake, clock, close: () => app.close() };
}

/** A visitor's cookie as a header, and the id under which the server knows it. */
export function aVisitor(letter: string): { readonly cookie: string; readonly id: string } {
  const token = letter.repeat(43);
  return { cookie: `visitor=${token}`, id: createHash('sha256').update(token).digest('hex') };
}

/** The JSON object of an answer. */
export async function bodyOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  return (await response.json()) as Record<string, unknown>;
}
