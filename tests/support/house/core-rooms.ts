// Which folder of src/core may import which, and how it is checked.
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

const folderOf = (file: string) => /^src\/core\/([^/]+)\//.exec(file)?.[1];

/** Sentences about imports within core that the table does not allow, and about files that are in no folder of it. */
export function wrongCoreImports(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) => {
    if (isTest(file) || !file.startsWith('src/core/')) return [];
    const room = folderOf(file);
    const allowed = CORE_ROOMS[room ?? ''];
    if (!room || !allowed) return [`${file} is in no folder of the table`];
    return importsOf(file, text).flatMap(({ target }) => {
      const to = folderOf(target);
      const isFine = to === undefined || to === room || allowed.includes(to);
      return isFine ? [] : [`${file} must not import ${target}`];
    });
  });
}

/** Folders of the table that can reach themselves through it. */
export function circularRooms(
  rooms: Readonly<Record<string, readonly string[]>> = CORE_ROOMS,
): string[] {
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
