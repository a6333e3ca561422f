// A picture in fragments that are not what their list says: its file is made in another way, or another one takes its place.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ExpectedFile, LabPlatform } from '../../lab/platform.ts';
import { LAB_PLATFORMS } from '../../lab/platforms/index.ts';
import { FILE_HOST } from '../../lab/platforms/youtube/addresses.ts';
import { PLAIN } from '../../lab/proxy/shape.ts';
import type { UnfitCode } from '../../src/adapters/ffmpeg/hybrid-mp4/unfit.ts';
import type { DownloadAnswer } from '../../src/shared/api/download.ts';
import { boxOf, type Fragment, refragmented } from '../support/media/fragments.ts';
import { FIRST_REFERENCE, patched, SIDX_COUNT } from '../support/media/patch-boxes.ts';
import { type FaultFixture, MUXED, startFaultFixture } from '../support/product/fault-fixture.ts';
import { readBody } from '../support/product/read-body.ts';
import { readContents } from '../support/product/receive.ts';
import { differences } from '../support/product/right-file.ts';
import { startEarly, until } from '../support/product/start-early.ts';

const SLOWLY = { rttMs: 5, bytesPerSecondPerConnection: 150_000 };
const MIDWAY = 60_000;
const authorization = 'Bearer a-token-for-these-tests-alone';

type Change = (bytes: Buffer) => Buffer;

let folder: string;
let fixture: FaultFixture;
/** What the picture of the video is now, under a name of its own. */
let served: { readonly name: string; readonly change: Change } | undefined;
const { youtube } = LAB_PLATFORMS;
const changing: LabPlatform = {
  ...youtube,
  async answer(request, media) {
    const answer = await youtube.answer(request, media);
    const { hostname, searchParams } = request.url;
    const isPicture = hostname === FILE_HOST && searchParams.get('itag') === '137';
    if (!isPicture || !served || !answer || !('file' in answer)) return answer;
    const file = path.join(folder, served.name);
    // One date for all requests.
    const changed = served.change(await readFile(answer.file));
    await writeFile(file, changed, { flag: 'wx' }).catch(() => undefined); // it is there
    return { ...answer, file };
  },
};
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-fragments-'));
  const settings = { METRICS_TOKEN: authorization.slice('Bearer '.length) };
  fixture = await startFaultFixture(settings, [changing]);
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  served = undefined;
  await fixture.product.lab.shape.set(PLAIN);
  expect(fixture.product.warnings.splice(0)).toEqual([]);
});

let takes = 0;
/** How often fragments came to each outcome so far. */
async function joins(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fixture.visitor().get('/metrics', { authorization })).text();
  const lines = text.matchAll(/^keepreel_fragment_joins_total\{outcome="(\w+)"\} (\d+)$/gm);
  return new Map(lines.map(([, outcome = '', count]) => [outcome, Number(count)]));
}

const relisted: Change = (bytes) => {
  const at = bytes.indexOf('sidx') + 4 + FIRST_REFERENCE;
  const [first, last] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 12)];
  return patched(
    bytes,
    ['sidx', FIRST_REFERENCE, first + 400],
    ['sidx', FIRST_REFERENCE + 12, last - 400],
  );
};
/** Has thousands of samples of one byte, one after another with a time of its own. */
function crowded([moof, mdat, ...rest]: Fragment): Fragment {
  if (!moof || !mdat) throw new TypeError('a fragment is an index and media');
  const samples = 8000;
  const run = Buffer.alloc(12 + 8 * samples);
  run.writeUInt32BE(0x301);
  run.writeUInt32BE(samples, 4);
  for (let at = 0; at < samples; at += 1) {
    run.writeUInt32BE(10 + (at % 2), 12 + 8 * at);
    run.writeUInt32BE(1, 16 + 8 * at);
  }
  const body = Buffer.from(moof.bytes.subarray(8));
  const at = body.indexOf('trun') - 4;
  const traf = body.indexOf('traf') - 4;
  const trun = boxOf('trun', run);
  const before = body.readUInt32BE(at);
  body.writeUInt32BE(body.readUInt32BE(traf) + trun.bytes.length - before, traf);
  const larger = boxOf(
    'moof',
    Buffer.concat([body.subarray(0, at), trun.bytes, body.subarray(at + before)]),
  );
  larger.bytes.writeUInt32BE(larger.bytes.length + 8, larger.bytes.indexOf('trun') + 12);
  const shorter = mdat.bytes.length - (larger.bytes.length - moof.bytes.length);
  return [larger, boxOf('mdat', mdat.bytes.subarray(8, shorter)), ...rest];
}
const renamedAt =
  (place: (bytes: Buffer) => number, to: string): Change =>
  (bytes) => {
    bytes.write(to, place(bytes), 'latin1');
    return bytes;
  };
const lockedSamples = renamedAt(
  (bytes) => bytes.indexOf('trun', bytes.lastIndexOf('moof')),
  'senc',
);
const mediaBehind = renamedAt((bytes) => bytes.lastIndexOf('mfra'), 'mdat');
const lockedTrack = renamedAt((bytes) => bytes.indexOf('avc1', bytes.indexOf('stsd')), 'encv');

/** What came of a download that began to be saved, unless it could not be. */
async function save(midway: () => void = () => undefined) {
  await fixture.product.lab.shape.set(SLOWLY);
  const visitor = fixture.visitor();
  const { id, early } = await startEarly(visitor, MUXED.url);
  let isMidway = false;
  const get = async (range = 'bytes=0-') => visitor.get(early?.downloadUrl ?? '', { range });
  const body =
    early &&
    (await readBody(await get(), (received) => {
      if (isMidway || received < MIDWAY) return;
      isMidway = true;
      midway();
    }));
  const { result } = await until(visitor, id, ({ state }) => state !== 'open');
  const received = await visitor.receive({ job: id, ...result } as DownloadAnswer, folder);
  const contents = await readContents(received.path);
  const resumed = early && (await get(`bytes=${body?.bytes.length}-`)).status;
  await visitor.forget(id);
  return {
    early,
    body,
    result,
    resumed,
    wrong: (file: ExpectedFile) => differences(contents, 'mp4', [file]),
  };
}

const { right, instead = right } = MUXED;
/** `isOffered`: it can be saved until that shows. */
it.each<[string, UnfitCode, boolean, ExpectedFile, Change]>([
  [
    'its list has the first fragment alone',
    'sidx',
    false,
    right,
    (bytes) => patched(bytes, ['sidx', SIDX_COUNT - 2, 1]),
  ],
  ['its list has other sizes', 'broken', true, right, relisted],
  ['there are media behind its list', 'contradiction', true, right, mediaBehind],
  ['its samples are encrypted', 'encrypted', true, instead, lockedSamples],
  ['its track is encrypted', 'encrypted', false, instead, lockedTrack],
  [
    'its samples need a larger index',
    'index_too_large',
    true,
    instead,
    (bytes) => refragmented(bytes, ([first = [], last = []]) => [first, crowded(last)]),
  ],
])('where %s, another file is made: %s', async (name, outcome, isOffered, file, change) => {
  // A file of its own: the ETag of one that failed is not offered again.
  takes += 1;
  const dated: Change = (bytes) => patched(change(bytes), ['mvhd', 4, takes]);
  served = { name, change: dated };
  const before = (await joins()).get(outcome) ?? 0;
  const { early, body, result, resumed, wrong } = await save();
  expect((await joins()).get(outcome)).toBe(before + 1);
  expect(wrong(file)).toEqual([]);
  const why = outcome === 'encrypted' ? 'refused' : 'damaged';
  expect(result?.receipt.instead).toBe(file === instead ? why : undefined);
  // The other one may be offered as well.
  const isSame = early?.etag === result?.etag;
  expect(early !== undefined && !isSame).toBe(isOffered);
  if (isOffered) expect([body?.isWhole, resumed]).toEqual([false, 410]);
});

it('where its source is another one from then on, the next best file is given, and the first never again', async () => {
  const change: Change = (bytes) => bytes.fill(0x55, bytes.indexOf('mdat') + 4);
  const { early, body, result, resumed, wrong } = await save(() => {
    served = { name: 'another one', change };
    // Closes all connections.
    void fixture.product.lab.shape.set(PLAIN);
  });
  expect([body?.isWhole, resumed, result?.receipt.instead]).toEqual([false, 410, 'damaged']);
  expect(wrong(instead)).toEqual([]);
  served = undefined;
  const again = await save();
  expect(again.wrong(right)).toEqual([]);
  expect([again.early, again.result?.etag === early?.etag]).toEqual([undefined, false]);
});
