import { describe, expect, it } from 'vitest';
import { misplaced, wrongArrows } from '../support/house/arrows.ts';
import { circlesOf } from '../support/house/circles.ts';
import { CORE_ROOMS, circularRooms, wrongCoreImports } from '../support/house/core-rooms.ts';
import { loadedWith } from '../support/house/loaded.ts';
import { readTree } from '../support/house/read-tree.ts';

const tree = readTree(['src', 'extension'], ['.ts', '.tsx']);

describe('the arrows between the rooms', () => {
  it('point the way the architecture says', () => {
    expect(wrongArrows(tree)).toEqual([]);
  });

  it('leave time, environment, console and errors in their own rooms', () => {
    expect(misplaced(tree)).toEqual([]);
  });

  it.each([
    ['shared to core', 'src/shared/x.ts', "import { y } from '../core/y.ts';"],
    ['core to Node', 'src/core/x.ts', "import fs from 'node:fs';"],
    ['core to a package', 'src/core/x.ts', "import { z } from 'zod';"],
    ['core to a part of a package', 'src/core/x.ts', "import { LRUCache } from 'lru-cache/raw';"],
    ['shared to a package of core', 'src/shared/x.ts', "import pLimit from 'p-limit';"],
    [
      'core to an adapter, late',
      'src/core/x.ts',
      "const y = await import('../adapters/door/door.ts');",
    ],
    ['one adapter to another', 'src/adapters/files/x.ts', "export { y } from '../database/y.ts';"],
    [
      'http to an adapter',
      'src/http/x.ts',
      "import type { Door } from '../adapters/door/door.ts';",
    ],
    ['web to the extension', 'src/web/x.ts', "import { y } from '../../extension/src/y.ts';"],
    ['the extension to core', 'extension/src/x.ts', "import { y } from '../../src/core/y.ts';"],
    ['web to core', 'src/web/x.ts', "import { y } from '../core/y.ts';"],
    [
      'web to the wire contract as a value',
      'src/web/x.ts',
      "import { linkRequest } from '../shared/api/inspect.ts';",
    ],
    ['an adapter to the internet', 'src/adapters/files/x.ts', "import { request } from 'undici';"],
    ['http to child processes', 'src/http/x.ts', "import { spawn } from 'node:child_process';"],
  ])('would be found wrong from %s', (_name, file, text) => {
    expect(wrongArrows(new Map([[file, text]]))).toHaveLength(1);
  });

  it.each([
    ['process.env', 'src/http/x.ts', 'const a = process.env.A;'],
    ['the time', 'src/core/x.ts', 'const a = Date.now();'],
    ['the console', 'src/adapters/files/x.ts', 'console.log(1);'],
    ['fetch', 'src/http/x.ts', "await fetch('https://a.test');"],
    ['an empty catch', 'src/http/x.ts', 'try { a(); } catch (error) { }'],
  ])('would find %s out of place', (_name, file, text) => {
    expect(misplaced(new Map([[file, text]]))).toHaveLength(1);
  });

  it('allow what they are meant to allow', () => {
    const good = new Map([
      [
        'src/adapters/ytdlp/x.ts',
        "import { run } from '../process/run.ts'; import type { Engine } from '../../core/ports.ts';",
      ],
      [
        'src/web/x.ts',
        "import type { LinkRequest } from '../shared/api/inspect.ts'; import { readLink } from '../shared/link.ts';",
      ],
      ['src/main.ts', "import { createDoor } from './adapters/door/index.ts';"],
      [
        'src/core/x.ts',
        "import { LRUCache } from 'lru-cache'; import pLimit, { type LimitFunction } from 'p-limit';",
      ],
    ]);
    expect(wrongArrows(good)).toEqual([]);
  });
});

describe('a server without settings', () => {
  const loaded = loadedWith(tree, 'src/commands/serve.ts');

  it.each(['pg', 'ioredis', 'bullmq', '@aws-sdk/client-s3'])('does not load %s', (driver) => {
    expect(loaded.has('fastify')).toBe(true);
    expect(loaded.has(driver)).toBe(false);
  });

  it('loads what runs programs and reaches the internet only where its role needs it', () => {
    expect(loaded.has('src/compose/base.ts')).toBe(true);
    const late = ['src/compose/tools/local-tools.ts', 'src/compose/tools/job-runner.ts'];
    const withTools = late.flatMap((file) => [...loadedWith(tree, file)]);
    const programs =
      /^undici$|^src\/adapters\/(ffmpeg|fetch|door\/index|process\/run|ytdlp\/workers)/;
    expect(new Set(withTools.filter((file) => programs.test(file))).size).toBeGreaterThan(50);
    expect([...loaded].filter((file) => programs.test(file))).toEqual([]);
  });
});

describe('the folders of core', () => {
  it('import only what their table allows', () => {
    expect(wrongCoreImports(tree)).toEqual([]);
  });

  it('are all there', () => {
    const there = [...tree.keys()].map((file) => /^src\/core\/([^/]+)\//.exec(file)?.[1]);
    expect(Object.keys(CORE_ROOMS).filter((room) => !there.includes(room))).toEqual([]);
  });

  it('form no circle', () => {
    expect(circularRooms()).toEqual([]);
    expect(circularRooms({ a: ['b'], b: ['c'], c: ['a'], d: ['a'] })).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['from a lower one to a higher one', 'src/core/limits/x.ts', "import '../downloading/y.ts';"],
    ['of a file beside the folders', 'src/core/x.ts', ''],
    ['of a folder that is not in the table', 'src/core/other/x.ts', ''],
  ])('would be found wrong for an import %s', (_name, file, text) => {
    expect(wrongCoreImports(new Map([[file, text]]))).toHaveLength(1);
  });
});

describe('files', () => {
  it('form no circle, not even of types', () => {
    expect(circlesOf(tree)).toEqual([]);
  });

  it('would be found in circles of any length', () => {
    const planted = new Map([
      ['src/core/a.ts', "import type { B } from './b.ts';"],
      ['src/core/b.ts', "export { C } from './c.ts';"],
      ['src/core/c.ts', "import { A } from './a.ts'; import { D } from './d.ts';"],
      ['src/core/d.ts', "const late = await import('./e.ts');"],
      ['src/core/e.ts', "import './d.ts';"],
      ['src/core/f.ts', "import './a.ts';"],
    ]);
    expect(circlesOf(planted)).toEqual([
      ['src/core/d.ts', 'src/core/e.ts'],
      ['src/core/a.ts', 'src/core/b.ts', 'src/core/c.ts'],
    ]);
  });
});
