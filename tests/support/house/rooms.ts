// Which folder of src/core and of src/web may import which, and how it is checked.
import { importsOf } from './arrows.ts';
import { isTest, type Tree } from './read-tree.ts';

/** Folder of src/core → the folders beside it that it may import from. */
export const CORE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  async: [],
  limits: ['async'],
  settings: ['async'],
  outcomes: ['async'],
  servers: ['async'],
  blocks: [],
  operators: ['async', 'limits'],
  inspecting: ['async', 'limits', 'settings', 'outcomes', 'blocks'],
  choosing: ['inspecting'],
  files: ['async', 'limits', 'choosing'],
  jobs: ['async', 'limits', 'inspecting', 'choosing', 'files', 'subtitles'],
  uploads: ['async', 'limits', 'files'],
  downloading: [
    'async',
    'limits',
    'outcomes',
    'blocks',
    'inspecting',
    'choosing',
    'files',
    'jobs',
    'uploads',
  ],
  subtitles: [],
  archives: ['async', 'limits', 'choosing', 'files', 'downloading'],
  trending: ['async', 'limits', 'blocks', 'operators', 'inspecting', 'files'],
  site: ['async', 'limits', 'downloading', 'trending'],
  takedowns: ['async', 'limits', 'blocks', 'operators', 'inspecting', 'trending'],
  status: ['async', 'settings', 'outcomes', 'operators', 'inspecting', 'downloading', 'site'],
  'engine-updates': ['async', 'settings', 'outcomes', 'operators', 'inspecting', 'status'],
};

const BASES = [
  'words',
  'browser',
  'ui',
  'page',
  'download-client',
  'notifications',
  'cutting',
  'frame',
  'platform-marks',
  'proof-of-work',
];

/** Folder of src/web → the same. Each folder of `features` is one of its own, and none imports another. */
export const WEB_ROOMS: Readonly<Record<string, readonly string[]>> = {
  words: [],
  browser: [],
  'proof-of-work': [],
  ui: ['words'],
  'platform-marks': ['ui'],
  page: ['words', 'browser'],
  'download-client': ['words', 'browser'],
  notifications: ['words', 'browser', 'ui', 'page'],
  cutting: ['words', 'ui', 'download-client'],
  frame: ['words', 'browser', 'ui', 'page'],
  features: BASES,
  operators: BASES,
  parts: BASES,
  screens: [...BASES, 'features', 'operators'],
  app: [...BASES, 'features', 'operators', 'screens', 'styles'],
  render: [...BASES, 'app', 'parts'],
  styles: [],
};

/**
 * Sentences about imports within `parent` that the table does not allow, and about files that are in no folder of it. A feature is a
 * room, `features` what all of them may import.
 */
export function wrongRooms(
  tree: Tree,
  parent: 'src/core' | 'src/web',
  rooms: Readonly<Record<string, readonly string[]>>,
): string[] {
  const roomOf = (file: string) =>
    file.startsWith(`${parent}/`)
      ? /^(features\/[^/]+|[^/]+)\//.exec(file.slice(parent.length + 1))?.[1]
      : undefined;
  const rowOf = (room: string) => room.replace(/\/.*/, '');
  return [...tree].flatMap(([file, text]) => {
    if (isTest(file) || !file.startsWith(`${parent}/`)) return [];
    const room = roomOf(file);
    const allowed = room && rooms[rowOf(room)];
    if (!allowed) return [`${file} is in no folder of the table`];
    return importsOf(file, text).flatMap(({ target }) => {
      const to = roomOf(target);
      const isFine = to === undefined || to === room || allowed.includes(rowOf(to));
      return isFine ? [] : [`${file} must not import ${target}`];
    });
  });
}

/** Folders of the table that can reach themselves through it. */
export function circularRooms(rooms: Readonly<Record<string, readonly string[]>>): string[] {
  const reaches = (from: string, seen: Set<string>): Set<string> => {
    for (const next of rooms[from] ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      reaches(next, seen);
    }
    return seen;
  };
  return Object.keys(rooms).filter((room) => reaches(room, new Set()).has(room));
}
