// The product, and the slideshows of the lab's posts that it makes, looked into.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { colourDistance, readColour } from '../../../lab/media/measure.ts';
import type { DownloadAnswer, DownloadRequest } from '../../../src/shared/api/download.ts';
import { type Product, startProduct } from './product.ts';
import { type Contents, readContents } from './receive.ts';
import { OVER_HTTP, visit } from './visitor.ts';

/** Four pictures and a sound of 1400 Hz. */
export const FOUR = 'https://www.tiktok.com/@lab.photos/photo/7512345678901234506';

/** A slideshow that was made. */
export type Made = {
  readonly answer: DownloadAnswer;
  readonly file: string;
  readonly contents: Contents;
};

/** The running product. */
export type SlideshowFixture = {
  readonly product: Product;
  readonly origin: string;
  /** Throws when it is refused. */
  readonly make: (body: DownloadRequest) => Promise<Made>;
  readonly close: () => Promise<void>;
};

/** Starts it. `close` expects that nothing unexpected happened. */
export async function startSlideshowFixture(): Promise<SlideshowFixture> {
  const product = await startProduct({ ...OVER_HTTP, MAX_TRANSCODES: '2' });
  const origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-slideshow-'));
  return {
    product,
    origin,
    async make(body) {
      const visitor = visit(origin);
      const answer = await visitor.download(body);
      if (!answer.success) throw new Error(`${answer.code}: ${answer.message}`);
      const { path: file } = await visitor.receive(answer, folder);
      return { answer, file, contents: await readContents(file) };
    },
    async close() {
      await product.close();
      await rm(folder, { recursive: true, force: true });
      expect([product.warnings, product.lab.unknown()]).toEqual([[], []]);
    },
  };
}

/** The codecs of a file, sorted. */
export const codecsOf = ({ streams }: Contents) =>
  streams.map(({ codec_name }) => codec_name).sort();

/** Width and height of its picture. */
export function sizeOf({ streams }: Contents): readonly (number | undefined)[] {
  const shown = streams.find(({ codec_type }) => codec_type === 'video');
  return [shown?.width, shown?.height];
}

/** How far the picture at a moment, in seconds, is from a colour. */
export const distance = async (file: string, atSeconds: number, colour: string) =>
  colourDistance(await readColour(file, atSeconds), colour);
