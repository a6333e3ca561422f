// The checks of tests/house/architecture.test.ts find what they are for, and leave the rest alone.
import { describe, expect, it } from 'vitest';
import { misplaced, wrongArrows } from '../support/house/arrows.ts';
import { circlesOf } from '../support/house/circles.ts';
import { CORE_ROOMS, circularRooms, WEB_ROOMS, wrongRooms } from '../support/house/rooms.ts';

describe('the arrows between the rooms', () => {
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

describe('the folders of core and of the pages', () => {
  it('would be found in a circle', () => {
    expect(circularRooms({ a: ['b'], b: ['c'], c: ['a'], d: ['a'] })).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['from a lower one to a higher one', 'src/core/limits/x.ts', "import '../downloading/y.ts';"],
    ['of a file beside the folders', 'src/core/x.ts', ''],
    ['of a folder that is not in the table', 'src/core/other/x.ts', ''],
  ])('would be found wrong for an import %s', (_name, file, text) => {
    expect(wrongRooms(new Map([[file, text]]), 'src/core', CORE_ROOMS)).toHaveLength(1);
  });

  it('would be found wrong where a feature imports another', () => {
    const importing = (target: string) =>
      wrongRooms(
        new Map([['src/web/features/a/x.ts', `import '${target}';`]]),
        'src/web',
        WEB_ROOMS,
      );
    expect(importing('../b/y.ts')).toHaveLength(1);
    expect(importing('./y.ts')).toEqual([]);
    expect(importing('../../ui/y.ts')).toEqual([]);
  });
});

describe('files', () => {
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
