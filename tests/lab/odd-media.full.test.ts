// Forty good but unusual files: converted, cut exactly, and downloaded where a platform may give them. Each is made right.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorAnswer } from '../../src/shared/api/answers.ts';
import type { DownloadAnswer, DownloadRequest } from '../../src/shared/api/download.ts';
import { type Film, film, filmLink } from '../fixtures/download/films.ts';
import { ODD_FILES, pipedCopy } from '../fixtures/odd-media.ts';
import { createMediaFolder, type MediaFolder } from '../support/media/media-fixtures.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { readContents } from '../support/product/receive.ts';
import { type Visitor, visit } from '../support/product/visitor.ts';

const MAX_BYTES = 300_000;
const NAMES = Object.keys(ODD_FILES);
/** What X gives files in; the announcement is that of another film of this length. */
const DOWNLOADED = NAMES.filter((name) => name.endsWith('.mp4'));
const idOf = (name: string) => String(6000 + NAMES.indexOf(name));

let media: MediaFolder;
let fixture: DownloadFixture;
const paths = new Map<string, string>();
beforeAll(async () => {
  media = await createMediaFolder();
  for (const [name, { words, isPiped }] of Object.entries(ODD_FILES)) {
    const made = await media.ffmpeg(name, ...words);
    if (isPiped) await writeFile(made, await pipedCopy(made));
    paths.set(name, made);
  }
  const bytesOf = new Map<string, Buffer>();
  for (const name of DOWNLOADED) bytesOf.set(idOf(name), await readFile(paths.get(name) as string));
  fixture = await startDownloadFixture({
    filmOf(id) {
      const bytes = bytesOf.get(id);
      const { seconds } = ODD_FILES[NAMES[Number(id) - 6000] ?? ''] ?? { seconds: 4 };
      const plain: Film = film('Odd', seconds);
      return bytes && { ...plain, damage: { name: id, change: () => bytes } };
    },
  });
}, 240_000);
afterAll(async () => {
  await fixture?.close();
  await media?.remove();
});

/** What came of a request: its code, or how long its file really lasts and what a decoder says of it. */
async function outcomeOf(visitor: Visitor, asked: Promise<DownloadAnswer | ErrorAnswer>) {
  const answer = await asked;
  if (!('downloadUrl' in answer)) return { code: answer.code };
  const { path: file } = await visitor.receive(answer, media.folder);
  const { seconds, complaints } = await readContents(file);
  return { seconds, complaints };
}

const lasts = (seconds: number) => ({
  complaints: '',
  seconds: expect.closeTo(seconds, 0) as number,
});

describe.each(NAMES)('%s', (name) => {
  const { seconds, isSound } = ODD_FILES[name] as (typeof ODD_FILES)[string];
  const file = () => paths.get(name) as string;

  it('is small', async () => {
    expect((await stat(file())).size).toBeLessThan(MAX_BYTES);
  });

  it('is converted', async () => {
    const visitor = visit(fixture.origin());
    const made = visitor.upload('convert', file(), { format: isSound ? 'mp3' : 'mp4' });
    expect(await outcomeOf(visitor, made)).toEqual(lasts(seconds));
  });

  it('is cut exactly', async () => {
    const visitor = visit(fixture.origin());
    const made = visitor.upload('trim', file(), { start: 1, end: 3 });
    expect(await outcomeOf(visitor, made)).toEqual(lasts(2));
  });

  it.runIf(DOWNLOADED.includes(name))('is downloaded', async () => {
    const visitor = visit(fixture.origin());
    const made = visitor.download({ url: filmLink(idOf(name)) } as DownloadRequest);
    expect(await outcomeOf(visitor, made)).toEqual(lasts(seconds));
  });
});

it.each(['m4a', 'mp3'] as const)(
  'sound that begins later is downloaded alone: %s',
  async (container) => {
    const visitor = visit(fixture.origin());
    const made = visitor.download({ url: filmLink(idOf('sound-begins-later.mp4')), container });
    const { seconds, complaints } = (await outcomeOf(visitor, made)) as {
      seconds: number;
      complaints: string;
    };
    expect(complaints).toBe('');
    // With the silence before it, or without.
    expect(Math.min(Math.abs(seconds - 4), Math.abs(seconds - 3.3))).toBeLessThan(0.1);
  },
);
