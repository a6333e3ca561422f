// A product whose sources fail on demand, and links of the lab to try it with; for the tests that no bad file is delivered.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Fault } from '../../../lab/faults/faults.ts';
import type { MediaLibrary, Variant } from '../../../lab/media/media.ts';
import type { ExpectedFile } from '../../../lab/platform.ts';
import { joined, whole } from '../../../lab/platforms/expected-downloads.ts';
import { THREADS_CLIPS } from '../../../lab/platforms/threads/posts.ts';
import { POSTS } from '../../../lab/platforms/tiktok/posts.ts';
import { ATTACHMENTS } from '../../../lab/platforms/twitter/videos.ts';
import { FILE_HOST } from '../../../lab/platforms/youtube/addresses.ts';
import { formatOf } from '../../../lab/platforms/youtube/itags.ts';
import type { DownloadRequest } from '../../../src/shared/api/download.ts';
import type { ErrorCode } from '../../../src/shared/errors.ts';
import { type Product, startProduct } from './product.ts';
import { readContents } from './receive.ts';
import { differences, falseClaims, type Kind } from './right-file.ts';
import { OVER_HTTP, type Visitor, visit } from './visitor.ts';

/** A link whose file is to fail: the file's location and contents, and the file that may be delivered instead. */
export type Target = {
  readonly url: string;
  readonly host: string;
  readonly path: string;
  readonly variant: Variant;
  readonly right: ExpectedFile;
  /** The file of the first alternative, where the post has one. */
  readonly instead?: ExpectedFile;
};

const { upright } = ATTACHMENTS;
const threads = THREADS_CLIPS.upright;
const puzzle = fileOf(POSTS, '7512345678901234505');

/** A post with a single file: when that fails, there is nothing to deliver. */
export const SINGLE: Target = {
  url: 'https://www.threads.com/@lab.painter/post/DLuprightL1',
  host: 'scontent-lab-2.cdninstagram.com',
  path: '/o1/v/t2/f2/m86/upright.mp4',
  variant: threads,
  right: whole(threads),
};

/** A post with two renditions. */
export const WITH_ALTERNATIVE: Target = {
  url: 'https://x.com/platform_lab/status/1931111111111111201',
  host: 'video.twimg.com',
  path: '/ext_tw_video/1931000000000000201/pu/vid/avc1/720x1280/',
  variant: upright.files[1],
  right: whole(upright.files[1]),
  instead: whole(upright.files[0]),
};

/** The platform states the exact length. */
export const EXACT: Target = {
  url: 'https://www.tiktok.com/@lab.puzzles/video/7512345678901234505',
  host: 'v16-webapp-prime.tiktok.com',
  path: '/video/tos/useast5/tos-useast5-ve-0068c001/o7512345678901234505/h264_540p/',
  variant: puzzle,
  right: whole(puzzle),
};

const short = (itag: number) => formatOf(itag, 10, { upright: true }).variant;

/** A picture and a sound, in fragments; its faults are those of the picture. */
export const MUXED: Target = {
  url: 'https://www.youtube.com/shorts/labShort001',
  host: FILE_HOST,
  path: '/videoplayback?itag=137&',
  variant: short(137),
  right: joined(short(137), short(140)),
  instead: joined(short(136), short(140)),
};

/** The file `h264_540p` of one of these posts. Throws when there is none. */
export function fileOf(posts: typeof POSTS, id: string): Variant {
  const file = posts.find((post) => post.id === id)?.files.find(({ key }) => key === 'h264_540p');
  if (file === undefined) throw new TypeError(`The post ${id} has no such file.`);
  return file.variant;
}

/** Zeros in the file of a target, from this share of it on. */
export async function holeIn(
  media: MediaLibrary,
  { variant }: Target,
  share: number,
  lengthBytes: number,
): Promise<Fault> {
  const { bytes } = await media.file(variant);
  return { kind: 'hole', atBytes: Math.floor(bytes * share), lengthBytes };
}

/** The outcome when the file is one of the expected ones. */
export const RIGHT: readonly string[] = [];

/** The product, and faults for its sources. */
export type FaultFixture = {
  readonly product: Product;
  readonly visitor: () => Visitor;
  /** Injects faults for the file of a target; the last one applies first. */
  readonly inject: (target: Target, ...faults: readonly Fault[]) => void;
  /** Downloads and deletes a file: the error code, or how the file differs from all expected ones. */
  readonly outcome: (
    request: DownloadRequest,
    kind: Kind,
    files: readonly ExpectedFile[],
  ) => Promise<ErrorCode | readonly string[]>;
  readonly close: () => Promise<void>;
};

/** Starts the product, without faults, as {@link startProduct} does. */
export async function startFaultFixture(
  ...[settings, platforms]: Parameters<typeof startProduct>
): Promise<FaultFixture> {
  const product = await startProduct({ ...OVER_HTTP, ...settings }, platforms);
  const origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-never-'));
  return {
    product,
    visitor: () => visit(origin),
    inject({ host, path: pathPrefix }, ...faults) {
      for (const fault of faults) product.lab.faults.add({ host, pathPrefix, fault });
    },
    async outcome(request, kind, files) {
      const visitor = visit(origin);
      const answer = await visitor.download(request);
      if (!answer.success) return answer.code;
      const received = await visitor.receive(answer, folder);
      const contents = await readContents(received.path);
      const status = await visitor.forget(answer.job);
      if (status !== 204) throw new Error(`The download could not be forgotten: ${status}.`);
      return [...differences(contents, kind, files), ...falseClaims(answer, received, contents)];
    },
    async close() {
      await product.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
