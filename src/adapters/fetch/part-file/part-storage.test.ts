// Bytes of a part that are moved into another file while it grows, and back.
import { mkdtemp, readdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { seededBody } from '../../../../tests/fixtures/fetch/seeded-body.ts';
import { AppError } from '../../../shared/errors.ts';
import { createPartFile } from './part-file.ts';

const BYTES = 1000;
const BODY = seededBody(BYTES, 'moved');
/** The part's bytes from 100 on, in two pieces that lie the other way round and apart. */
const EXTENTS = [
  { from: 100, to: 400, at: 650 },
  { from: 400, to: 900, at: 50 },
];
const SIZE = 950;

async function setUp() {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-moved-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [own, target] = [path.join(folder, 'part'), path.join(folder, 'target')];
  await writeFile(target, Buffer.alloc(SIZE));
  const file = await createPartFile(own);
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const move = () => file.moveTo({ path: target, extents: EXTENTS, signal: ending.signal });
  const write = (from: number, to: number) => file.write(from, [BODY.subarray(from, to)]);
  const all = async () => Buffer.from(await file.readAt(0, BYTES));
  const inOrder = async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of file.read()) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  return { folder, own, target, file, ending, move, write, all, inOrder };
}

function expectPlaced(bytes: Buffer): void {
  for (const { from, to, at } of EXTENTS)
    expect(bytes.subarray(at, at + to - from).equals(BODY.subarray(from, to))).toBe(true);
}

it('bytes before, during and after the move come to their places, and are read as before', async () => {
  const { target, own, file, move, write, all, inOrder } = await setUp();
  const reading = inOrder();
  await write(0, 150);
  await write(380, 420);
  const [during] = [write(150, 250), move(), write(250, 380)];
  await during;
  await write(420, BYTES);
  expect((await all()).equals(BODY)).toBe(true);
  await file.finish(BYTES);
  expect((await reading).equals(BODY)).toBe(true);
  expect((await all()).equals(BODY)).toBe(true);
  expect((await inOrder()).equals(BODY)).toBe(true);
  expectPlaced(await readFile(target));
  expect((await readFile(own)).subarray(420, 900).equals(Buffer.alloc(480))).toBe(true);
});

it.each(['before', 'after'] as const)(
  'they return to their own file %s it is whole',
  async (when) => {
    const { own, target, file, move, write, all } = await setUp();
    await write(0, 500);
    await move();
    await write(500, 700);
    if (when === 'before') await file.moveTo(null);
    await write(700, BYTES);
    await file.finish(BYTES);
    if (when === 'after') await file.moveTo(null);
    await rm(target);
    expect((await all()).equals(BODY)).toBe(true);
    expect((await readFile(own)).equals(BODY)).toBe(true);
  },
);

it('one that is whole already is moved as well, and read from a file that was renamed', async () => {
  const { folder, target, file, ending, move, write, all } = await setUp();
  await write(0, BYTES);
  await file.finish(BYTES);
  await move();
  const kept = path.join(folder, 'kept');
  await rename(target, kept);
  expectPlaced(await readFile(kept));
  expect((await all()).equals(BODY)).toBe(true);
  ending.abort();
  await expect(file.readAt(100, 200)).rejects.toMatchObject({ code: 'storage_failed' });
  expect(BODY.subarray(0, 100).equals(await file.readAt(0, 100))).toBe(true);
});

it('a part that starts over has its new bytes at the same places', async () => {
  const { target, file, move, write } = await setUp();
  await file.write(0, [Buffer.alloc(BYTES, 1)]);
  await move();
  file.startOver();
  await write(0, BYTES);
  await file.finish(BYTES);
  expectPlaced(await readFile(target));
});

it('one that failed is not moved, and says why to its readers', async () => {
  const { file, move, write, all } = await setUp();
  await write(0, 500);
  const why = new AppError('timeout');
  await file.fail(why);
  await move();
  await expect(all()).rejects.toBe(why);
});

it('a target that cannot be written fails the move, and all is read where it was', async () => {
  const { file, ending, write, all } = await setUp();
  await write(0, BYTES);
  const moved = { path: '/dev/full', extents: EXTENTS, signal: ending.signal };
  await expect(file.moveTo(moved)).rejects.toMatchObject({ code: 'server_full' });
  expect((await all()).equals(BODY)).toBe(true);
  await file.fail(new AppError('cancelled'));
});

it('a target whose owner has ended before the move is closed', async () => {
  const { target, file, ending, move, write } = await setUp();
  await write(0, BYTES);
  const moving = move();
  ending.abort();
  await moving;
  const open = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  expect(open).not.toContain(target);
  await file.fail(new AppError('cancelled'));
});
