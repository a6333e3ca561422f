// Takedowns over HTTP with everything real behind them but the engine, which is a fake; on any database.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBlocks } from '../../../src/adapters/database/blocks.ts';
import { createTrendingVideos } from '../../../src/adapters/database/trending-videos.ts';
import { createTrendingFiles } from '../../../src/adapters/files/trending-files.ts';
import { createMemoryOnceOnly } from '../../../src/adapters/memory/once-only.ts';
import { createTakedownServices } from '../../../src/compose/takedowns.ts';
import { createBlockList } from '../../../src/core/blocks/block-list.ts';
import type { Origin } from '../../../src/core/blocks/origin.ts';
import { createInspecting } from '../../../src/core/inspecting/inspecting.ts';
import type { Engine, ShortLinks } from '../../../src/core/inspecting/ports.ts';
import { createTakeDownTrending } from '../../../src/core/takedowns/take-down-trending.ts';
import type { TrendingFiles, TrendingVideos } from '../../../src/core/trending/ports.ts';
import type { HttpOptions } from '../../../src/http/services.ts';
import type { ChallengeAnswer, TakedownAnswer } from '../../../src/shared/api/takedown.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { canonicalKey, readLink } from '../../../src/shared/link.ts';
import type { TestDatabase } from '../../contracts/databases.ts';
import { solveProof } from '../http/solve-proof.ts';
import { makeInspection, makeItem, NO_ORIGIN } from '../media/make-item.ts';
import { type AdminFixture, startAdminFixture } from '../operators/admin-fixture.ts';
import { DEFAULT_OPERATOR_STATE } from '../run/default-operator-state.ts';
import { directEgress } from '../run/direct-egress.ts';
import { NOW, TABLES } from './notices.ts';

const EASY_BITS = 4;

/** The answer of a call: its status, its body, and its ETag. */
export type TakedownResponse = {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every call, which tests look into
  readonly body: any;
  readonly etag: string | null;
};

/** The fixture, what plays the platforms, and short egresses to call. */
export type TakedownFixture = AdminFixture & {
  readonly videos: TrendingVideos;
  readonly files: TrendingFiles;
  /** As at first, a minute later. */
  readonly reset: () => Promise<void>;
  /** Links that the engine was asked for, as `platform:id`. */
  readonly asked: string[];
  /** What the engine says of where media come from, by `platform:id`; an error is thrown. */
  readonly origins: Map<string, Origin | AppError>;
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: object,
  ) => Promise<TakedownResponse>;
  /** As an operator. */
  readonly asAnn: (
    method: string,
    path: string,
    body?: unknown,
    headers?: object,
  ) => Promise<TakedownResponse>;
  readonly proof: () => Promise<ReturnType<typeof solveProof>>;
  /** Sends a notice from a network of its own; the token of its case. */
  readonly give: (over?: object) => Promise<string>;
  /** Gives and accepts a notice about these links; what the operator then sees. */
  readonly accept: (links: readonly string[], decision?: object) => Promise<TakedownAnswer>;
  /** The answer to a network that sends the body. */
  readonly send: (path: string, body: object, network?: string) => Promise<TakedownResponse>;
};

/** A notice of copyright infringement without its proof. */
export const NOTICE = {
  kind: 'copyright',
  signature: 'Ada Owner',
  work: 'A film of mine, 2024',
  name: 'Ada Owner',
  email: 'ada@owner.example',
  goodFaith: true,
  underPenaltyOfPerjury: true,
} as const;

/** A counter-notice without its link and proof. */
export const COUNTER = {
  signature: 'Max Maker',
  name: 'Max Maker',
  email: 'max@maker.example',
  phone: '+49 30 1',
  address: 'Main Street 1\nBerlin',
  statement: 'It is my own film.',
  mistakeUnderPenaltyOfPerjury: true,
  consentToJurisdiction: true,
} as const;

/** Starts it. Every short link of the fixture leads to one video of TikTok. */
export async function startTakedownFixture(
  database: TestDatabase,
  options: Partial<HttpOptions> = {},
): Promise<TakedownFixture> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-takedowns-'));
  const [videos, files] = [createTrendingVideos(database.db), createTrendingFiles(folder)];
  const asked: string[] = [];
  const origins: TakedownFixture['origins'] = new Map();
  const engine: Engine = {
    egress: 'direct',
    async inspect(link) {
      asked.push(canonicalKey(link));
      const origin = origins.get(canonicalKey(link)) ?? NO_ORIGIN;
      if (origin instanceof AppError) throw origin;
      const inspection = { ...makeInspection([makeItem([])]), id: `i${asked.length}`, link };
      const expiresAt = Number.MAX_SAFE_INTEGER;
      const sources = { egress: 'direct', byId: new Map() };
      return { inspection: { ...inspection, expiresAt }, sources, origin };
    },
  };
  const shortLinks: ShortLinks = {
    follow: async () => 'https://www.tiktok.com/@a/video/7512345678901234501',
  };
  const blockList = createBlockList(createBlocks(database.db));
  blockList.watch(createTakeDownTrending({ videos, files, blockList }));
  const fixture = await startAdminFixture(database, options, ({ clock }) => ({
    trendingVideos: videos,
    trendingFiles: files,
    inspecting: createInspecting({
      readLink,
      engine,
      shortLinks,
      clock,
      blockList,
      egresses: directEgress(clock),
      switches: DEFAULT_OPERATOR_STATE.switches,
      turns: DEFAULT_OPERATOR_STATE.turns,
      outcomes: {
        record: async () => undefined,
        countSince: async () => [],
        medianMsSince: async () => null,
        forgetBefore: async () => 0,
      },
      warn: (message, cause) => {
        throw new Error(message, { cause });
      },
    }),
    takedowns: createTakedownServices({
      clock,
      database,
      blockList,
      engine,
      shortLinks,
      videos,
      refresh: blockList.reload,
      secret: new Uint8Array(32).fill(7),
      keptMs: 1000 * 86_400_000,
      isAgentConfigured: true,
      difficultyBits: EASY_BITS,
      used: createMemoryOnceOnly(clock),
    }),
  }));
  fixture.clock.setWall(NOW);
  const reset = async () => {
    for (const table of TABLES) await database.db.deleteFrom(table).execute();
    await blockList.reload();
    asked.length = 0;
    origins.clear();
    // Limits are not what most tests are about.
    fixture.clock.advance(60_000);
  };
  const own = { videos, files, asked, origins, reset };
  return { ...fixture, ...own, ...(await egresses(fixture, folder)) };
}

async function egresses(fixture: AdminFixture, folder: string) {
  const cookie = await fixture.signedIn();
  let networks = 0;
  const call = async (method: string, address: string, body?: unknown, headers: object = {}) => {
    const response = await fetch(fixture.origin + address, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const etag = response.headers.get('etag');
    return { status: response.status, body: text === '' ? null : JSON.parse(text), etag };
  };
  const proof = async () => {
    // A network of its own for everything that a test does not look at.
    networks += 1;
    const from = { 'x-forwarded-for': `203.0.${networks >> 8}.${networks & 255}` };
    return solveProof(
      (await call('GET', '/api/takedowns/challenge', undefined, from)).body as ChallengeAnswer,
    );
  };
  const asAnn = (method: string, address: string, body?: unknown, headers: object = {}) =>
    call(method, address, body, { cookie, ...headers });
  const send = async (address: string, body: object, network?: string) => {
    const solved = await proof();
    const from = network ?? `198.51.${networks >> 8}.${networks & 255}`;
    return call('POST', address, { proof: solved, ...body }, { 'x-forwarded-for': from });
  };
  const give = async (over: object = {}) => {
    const links = ['https://youtu.be/dQw4w9WgXcQ'];
    // So that the newest is the newest.
    fixture.clock.advance(1);
    const { status, body } = await send('/api/takedowns', { ...NOTICE, links, ...over });
    if (status !== 201) throw new Error(`the notice was answered ${status} ${body.code}`);
    return body.caseToken as string;
  };
  const accept = async (links: readonly string[], decision: object = {}) => {
    await give({ links });
    const { id } = (await asAnn('GET', '/api/admin/takedowns?state=received')).body.notices[0];
    const { status, body } = await asAnn('POST', `/api/admin/takedowns/${id}/decision`, {
      decision: 'accept',
      reason: 'It is theirs.',
      ...decision,
    });
    if (status !== 200) throw new Error(`the decision was answered ${status} ${body.code}`);
    return body as TakedownAnswer;
  };
  const close = async () => {
    await fixture.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { call, asAnn, proof, send, give, accept, close };
}
