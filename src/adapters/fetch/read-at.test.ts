// Reads a part at any position while it is fetched, and fetches first what a reader waits for.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../../tests/fixtures/door/until.ts';
import { readAll, setUpFetchFixture } from '../../../tests/fixtures/fetch/fetch-fixture.ts';
import { seededBody } from '../../../tests/fixtures/fetch/seeded-body.ts';
import { AppError } from '../../shared/errors.ts';
import { createPartFile } from './part-file/part-file.ts';

const MB = 1024 * 1024;
const ADDRESS = 'https://cdn.test/film';
const openFixture = setUpFetchFixture();

const isSettled = async (promise: Promise<unknown>) => {
  const pending = Symbol('pending');
  const first = await Promise.race([
    promise.catch(() => undefined),
    new Promise((resolve) => setImmediate(resolve, pending)),
  ]);
  return first !== pending;
};

describe('a part that is read at a position', () => {
  const openPart = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-part-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return createPartFile(path.join(folder, 'part'));
  };
  const body = seededBody(1000, 'part');

  it('waits for the whole range and for nothing else', async () => {
    const file = await openPart();
    const range = file.readAt(500, 700);
    await file.write(400, [body.subarray(400, 600)]);
    expect(await isSettled(range)).toBe(false);
    await file.write(600, [body.subarray(600, 650), body.subarray(650, 900)]);
    expect(body.subarray(500, 700).equals(await range)).toBe(true);
    await file.fail(new AppError('cancelled'));
  });

  it('returns fewer bytes where the file ends, before and after it was closed', async () => {
    const file = await openPart();
    const [across, behind] = [file.readAt(900, 1200), file.readAt(2000, 2100)];
    await file.write(0, [body]);
    expect(await isSettled(across)).toBe(false);
    await file.finish(1000);
    for (const bytes of [await across, await file.readAt(900, 1200)])
      expect(body.subarray(900).equals(bytes)).toBe(true);
    expect(await behind).toHaveLength(0);
    expect(await file.readAt(5, 5)).toHaveLength(0);
  });

  it('returns as many bytes as follow each other, if that is enough', async () => {
    const file = await openPart();
    const some = file.readSome(500, 700);
    await file.write(600, [body.subarray(600, 900)]);
    expect(await isSettled(some)).toBe(false);
    await file.write(450, [body.subarray(450, 560)]);
    expect(body.subarray(500, 560).equals(await some)).toBe(true);
    await file.write(560, [body.subarray(560, 600)]);
    expect(body.subarray(560, 700).equals(await file.readSome(560, 700))).toBe(true);
    await file.write(900, [body.subarray(900)]);
    await file.write(0, [body.subarray(0, 450)]);
    await file.finish(1000);
    expect(body.subarray(990).equals(await file.readSome(990, 2000))).toBe(true);
    expect(await file.readSome(1000, 2000)).toHaveLength(0);
  });

  it('fails with the error of the part', async () => {
    const file = await openPart();
    const range = file.readAt(0, 10);
    const reason = new AppError('private');
    await file.fail(reason);
    await expect(range).rejects.toBe(reason);
    await expect(file.readAt(0, 10)).rejects.toBe(reason);
  });

  it('requires the bytes it has read, and no others, to be equal when the file starts over', async () => {
    const file = await openPart();
    await file.write(500, [body.subarray(500, 600)]);
    await file.readAt(520, 540);
    file.startOver();
    const again = file.readAt(530, 550);
    expect(await isSettled(again)).toBe(false);
    const other = Buffer.from(body);
    other.fill(1, 0, 520);
    other.fill(1, 540);
    await file.write(0, [other]);
    expect(other.subarray(530, 550).equals(await again)).toBe(true);
    file.startOver();
    other.fill(2, 535, 536);
    await expect(file.write(0, [other])).rejects.toMatchObject({ code: 'bad_media' });
    await file.fail(new AppError('cancelled'));
  });

  it.each([
    [-1, 5],
    [5, 4],
    [Number.NaN, 5],
  ])('refuses %d to %d', async (from, to) => {
    const file = await openPart();
    await expect(file.readAt(from, to)).rejects.toThrow(TypeError);
    await file.fail(new AppError('cancelled'));
  });
});

describe('a file whose end a reader waits for', () => {
  it('fetches the end long before it is complete, and is whole at last', async () => {
    const fixture = await openFixture();
    const body = seededBody(60 * MB, 'wanted');
    await fixture.putFile(ADDRESS, body);
    await fixture.lab.shape.set({ rttMs: 10, bytesPerSecondPerConnection: 8 * MB });
    const run = fixture.fetch(ADDRESS);
    const inOrder = readAll(run);
    await until(() => run.bytes() > 0);
    run.want(55 * MB);
    const tail = await run.readAt(55 * MB, 56 * MB);
    expect(run.bytes()).toBeLessThan(50 * MB);
    expect(body.subarray(55 * MB, 56 * MB).equals(tail)).toBe(true);
    await run.done;
    expect((await run.file()).equals(body)).toBe(true);
    expect((await inOrder).equals(body)).toBe(true);
  });

  it('also does so when the reader asks before the fetch starts, or the origin ignores ranges', async () => {
    const fixture = await openFixture();
    const body = seededBody(10 * MB, 'ignored');
    await fixture.putFile(ADDRESS, body);
    fixture.lab.faults.add({ host: 'cdn.test', pathPrefix: '/', fault: { kind: 'ignoreRange' } });
    const run = fixture.fetch(ADDRESS);
    run.want(9 * MB);
    expect(body.subarray(9 * MB).equals(await run.readAt(9 * MB, 10 * MB))).toBe(true);
    expect((await run.done).bytes).toBe(body.length);
    expect((await run.file()).equals(body)).toBe(true);
  });

  it('starts over at that position when the file changes', async () => {
    const fixture = await openFixture();
    const body = seededBody(30 * MB, 'changed');
    await fixture.putFile(ADDRESS, body);
    fixture.lab.faults.add({
      host: 'cdn.test',
      pathPrefix: '/',
      fault: { kind: 'changedValidator', afterRequests: 2 },
    });
    const run = fixture.fetch(ADDRESS);
    run.want(25 * MB);
    const tail = await run.readAt(25 * MB, 26 * MB);
    expect(body.subarray(25 * MB, 26 * MB).equals(tail)).toBe(true);
    await run.done;
    expect((await run.file()).equals(body)).toBe(true);
  });
});
