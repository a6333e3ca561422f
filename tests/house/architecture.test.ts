import { describe, expect, it } from 'vitest';
import { misplaced, wrongArrows } from '../support/house/arrows.ts';
import { circlesOf } from '../support/house/circles.ts';
import { loadedWith } from '../support/house/loaded.ts';
import { readTree } from '../support/house/read-tree.ts';
import { CORE_ROOMS, circularRooms, WEB_ROOMS, wrongRooms } from '../support/house/rooms.ts';

const tree = readTree(['src', 'extension'], ['.ts', '.tsx']);

describe('the arrows between the rooms', () => {
  it('point the way the architecture says', () => {
    expect(wrongArrows(tree)).toEqual([]);
  });

  it('leave time, environment, console and errors in their own rooms', () => {
    expect(misplaced(tree)).toEqual([]);
  });
});

describe('a server without settings', () => {
  const loaded = loadedWith(tree, 'src/commands/serve.ts');

  it.each(['pg', 'ioredis', 'bullmq', '@aws-sdk/client-s3'])('does not load %s', (driver) => {
    expect(loaded.has('fastify')).toBe(true);
    expect(loaded.has(driver)).toBe(false);
  });
});

describe.each([
  ['src/core', CORE_ROOMS],
  ['src/web', WEB_ROOMS],
] as const)('the folders of %s', (parent, rooms) => {
  it('import only what their table allows', () => {
    expect(wrongRooms(tree, parent, rooms)).toEqual([]);
  });

  it('are all there', () => {
    const there = [...tree.keys()].map((file) => file.slice(parent.length + 1).split('/')[0]);
    expect(Object.keys(rooms).filter((room) => !there.includes(room))).toEqual([]);
  });

  it('form no circle', () => {
    expect(circularRooms(rooms)).toEqual([]);
  });
});

describe('files', () => {
  it('form no circle, not even of types', () => {
    expect(circlesOf(tree)).toEqual([]);
  });
});

it('ffmpeg and ffprobe give way to the server and its visitors, wherever they start', () => {
  const starts = [...tree]
    .filter(([file]) => /^src\/adapters\/(ffmpeg|thumbnails)\//.test(file))
    .filter(([file]) => !file.includes('.test.'))
    .flatMap(([file, text]) =>
      [...text.matchAll(/\b(?:run|start)Program\(\{[\s\S]*?\n {2,}\}\)/g)].map(([call]) => [
        file,
        call.includes('yields: true'),
      ]),
    );
  expect(starts.length).toBe(3);
  expect(starts.filter(([, yields]) => !yields)).toEqual([]);
});
