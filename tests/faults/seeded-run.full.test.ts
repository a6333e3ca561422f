// Many downloads under random faults, saved while they arrive: right files or clear errors, and never all of a bad one.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExpectedFile, LabLink } from '../../lab/platform.ts';
import { LAB_PLATFORMS } from '../../lab/platforms/index.ts';
import type { ErrorAnswer } from '../../src/shared/api/answers.ts';
import type { DownloadRequest, DownloadResult, Job } from '../../src/shared/api/download.ts';
import type { ErrorCode } from '../../src/shared/errors.ts';
import { MAIN_PLATFORM_IDS, type MainPlatformId } from '../../src/shared/platforms/platform.ts';
import { readerOf } from '../support/http/http-events.ts';
import { type Product, startProduct } from '../support/product/product.ts';
import { drawFault, oneOf, type Random, seeded } from '../support/product/random-faults.ts';
import { readBody } from '../support/product/read-body.ts';
import { readContents } from '../support/product/receive.ts';
import { differences, falseClaims } from '../support/product/right-file.ts';
import { OVER_HTTP, type Visitor, visit } from '../support/product/visitor.ts';

/** `npm run soak` makes more of them, from a seed of its own. */
const { SOAK_DOWNLOADS, SOAK_SEED } = process.env;
const DOWNLOADS = Number(SOAK_DOWNLOADS ?? 60);
const SEED = Number(SOAK_SEED ?? 20_261_120);
const AT_ONCE = 10;
/** What faults of an origin may come to. A visitor never receives `internal`, nor a code for a failure of this machine. */
const CLEAR: ReadonlySet<ErrorCode> = new Set([
  'bad_media',
  'blocked',
  'blocked_target',
  'choice_unavailable',
  'engine_limited',
  // A playlist that was cut looks like one that still grows.
  'live',
  'login_required',
  'not_found',
  'no_video',
  'origin_unreachable',
  'platform_changed',
  'platform_paused',
  'rate_limited',
  'timeout',
  'upstream_error',
]);

/** One thing to ask for, and every file that is right for it: its own, or another one of the same item. */
type Wish = {
  readonly platform: MainPlatformId;
  readonly link: LabLink;
  readonly index: number;
  readonly ask: 'high' | 'medium' | 'low' | 'mp3';
  readonly right: readonly ExpectedFile[];
};

const WISHES: readonly Wish[] = MAIN_PLATFORM_IDS.flatMap((id) =>
  LAB_PLATFORMS[id].links.flatMap((link) =>
    // Four seconds of 2160p take longer to look into than all others together.
    link.url.includes('labUhd')
      ? []
      : (link.downloads ?? []).flatMap((_, at) => wishesOf(id, link, at)),
  ),
);

function wishesOf(platform: MainPlatformId, link: LabLink, index: number): Wish[] {
  const list = link.downloads?.[index] ?? [];
  return list.flatMap(({ ask }): Wish[] => {
    if (ask !== 'high' && ask !== 'medium' && ask !== 'low' && ask !== 'mp3') return [];
    const right = list.flatMap((one) =>
      'files' in one && (one.ask === 'mp3') === (ask === 'mp3') && one.ask !== 'original-sound'
        ? one.files
        : [],
    );
    // The sound of another file of the same film is right too; a song beside it is in no list.
    const heard = list.flatMap((one) =>
      ask === 'mp3' && 'files' in one
        ? one.files.flatMap(({ sound }) => (sound ? [{ sound }] : []))
        : [],
    );
    right.push(...heard);
    return right.length === 0 ? [] : [{ platform, link, index, ask, right }];
  });
}

let product: Product;
let origin: string;
let folder: string;
beforeAll(async () => {
  product = await startProduct({ ...OVER_HTTP, MAX_JOBS: '6' });
  origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-seeded-'));
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

/** How many files were saved while they arrived, and how many of these were cut off. */
const early = { saved: 0, cut: 0 };

/** Follows a download, and saves every file that it offers. */
async function followed(visitor: Visitor, request: DownloadRequest) {
  const started: Job | ErrorAnswer = await visitor.start(request);
  if (!started.success) return { id: '', result: null, error: started, bodies: new Map() };
  const id = started.job;
  const responses = new Map<string, Promise<Response>>();
  const events = readerOf(await visitor.get(`/api/download-progress?job=${id}`));
  for (let event = await events.next(); event; event = await events.next())
    if (event.early && !responses.has(event.early.etag))
      responses.set(event.early.etag, visitor.get(event.early.downloadUrl));
  const { result, error } = await visitor.job(id);
  return { id, result, error, bodies: await wholeOf(responses) };
}

/** Those of them that were saved to their ends. */
async function wholeOf(responses: ReadonlyMap<string, Promise<Response>>) {
  const whole = new Map<string, Buffer>();
  for (const [etag, response] of responses) {
    const { bytes, isWhole } = await readBody(await response);
    // Another file may have taken its place before it was opened.
    if ((await response).status !== 200) continue;
    early.saved += 1;
    early.cut += Number(!isWhole);
    if (isWhole) whole.set(etag, bytes);
  }
  return whole;
}

/** What is wrong with files that were saved while they arrived, when this one was received later. */
async function wrongEarly(
  bodies: ReadonlyMap<string, Buffer>,
  result: Pick<DownloadResult, 'etag'> | null,
  file: string | null,
): Promise<readonly string[]> {
  const content = file === null ? null : await readFile(file);
  return [...bodies].flatMap(([etag, bytes]) => {
    if (etag !== result?.etag)
      return ['a whole file was saved that is not the one of its download'];
    return content?.equals(bytes) ? [] : ['a file that was saved early has other bytes'];
  });
}

/** Downloads once under random faults; what is wrong with what came of it, and its code. */
async function download(
  wish: Wish,
  random: Random,
): Promise<{ readonly code: ErrorCode | 'ok'; readonly wrong: readonly string[] }> {
  const { link, index, ask, platform } = wish;
  const visitor = visit(origin);
  const faults = Array.from({ length: Math.floor(random() * 3) }, () =>
    drawFault(random, platform),
  );
  const undo = faults.map((rule) => product.lab.faults.add(rule));
  const isKept = random() < 0.3;
  try {
    const inspected = await visitor.inspect(link.url);
    if (!inspected.success) return judged(inspected.code);
    const item = inspected.items[index]?.id ?? '';
    const quality = ask === 'mp3' ? 'high' : ask;
    const format = ask === 'mp3' ? 'mp3' : 'mp4';
    const request = { url: link.url, format, quality, item } as const;
    const { id, result, error, bodies } = await followed(visitor, request);
    if (!result) {
      const { code, wrong } = judged(error?.code ?? 'internal');
      return { code, wrong: [...wrong, ...(await wrongEarly(bodies, null, null))] };
    }
    const answer = { success: true, message: '', job: id, ...result } as const;
    const received = await visitor.receive(answer, folder);
    const contents = await readContents(received.path);
    const wrong = [
      ...differences(contents, format, wish.right),
      ...falseClaims(answer, received, contents),
      ...(await wrongEarly(bodies, result, received.path)),
    ];
    await rm(received.path);
    if (!isKept) await visitor.forget(answer.job);
    return { code: 'ok', wrong: wrong.map((one) => `${one} under ${JSON.stringify(faults)}`) };
  } finally {
    for (const take of undo) take();
  }
}

function judged(code: ErrorCode) {
  return { code, wrong: CLEAR.has(code) ? [] : [`refused with ${code}`] };
}

/** Everything that jobs left in their folders. */
async function leftovers(dataDir: string): Promise<readonly string[]> {
  const work = path.join(dataDir, 'work');
  const boots = await readdir(work);
  return (await Promise.all(boots.map((boot) => readdir(path.join(work, boot))))).flat();
}

/** The command lines of this process' descendants that make or look into media. */
async function mediaProcesses(): Promise<readonly string[]> {
  const parents = new Map<number, { readonly parent: number; readonly command: string }>();
  for (const name of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    // A process may end while it is looked at.
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    parents.set(Number(name), { parent, command });
  }
  const isOurs = (pid: number): boolean =>
    pid === process.pid || (parents.has(pid) && isOurs(parents.get(pid)?.parent ?? 0));
  return [...parents]
    .filter(([pid, { command }]) => /ff(mpeg|probe)/.test(command) && isOurs(pid))
    .map(([, { command }]) => command.replaceAll('\0', ' '));
}

it.each([SEED])(
  `seed %i: ${DOWNLOADS} downloads with random faults end with right files or clear errors, and leave nothing`,
  { timeout: 6000 * Math.max(DOWNLOADS, 300) },
  async (seed) => {
    const random = seeded(seed);
    const codes = new Map<string, number>();
    const wrong: string[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < DOWNLOADS) {
        const number = next++;
        const wish = oneOf(random, WISHES);
        // Each with numbers of its own, so that what happens meanwhile changes nothing in what is drawn for it.
        const result = await download(wish, seeded(seed + 7919 * number));
        codes.set(result.code, (codes.get(result.code) ?? 0) + 1);
        for (const one of result.wrong)
          wrong.push(`${number}: ${wish.platform}, ${wish.link.name}, ${wish.ask}: ${one}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect.soft(wrong).toEqual([]);
    expect.soft(product.warnings).toEqual([]);
    // Faults were met, and most of them were borne.
    const good = codes.get('ok') ?? 0;
    expect.soft(good, JSON.stringify([...codes])).toBeGreaterThan(DOWNLOADS * 0.4);
    expect.soft(good, JSON.stringify([...codes])).toBeLessThan(DOWNLOADS);
    // Some were saved while they arrived, and some of these were cut off.
    expect.soft(early.saved).toBeGreaterThan(DOWNLOADS * 0.2);
    expect.soft(early.cut).toBeGreaterThan(0);
    expect.soft(await leftovers(product.dataDir)).toEqual([]);
    expect.soft(await mediaProcesses()).toEqual([]);
    expect((await visit(origin).get('/readyz')).status).toBe(200);
  },
);
