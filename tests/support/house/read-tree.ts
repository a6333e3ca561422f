// Reads the project's own sources for the tests of its architecture and conventions.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Path from the project's root (with forward slashes) → text. */
export type Tree = ReadonlyMap<string, string>;

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** All files below the named folders whose name ends in one of the endings. */
export function readTree(folders: readonly string[], endings: readonly string[]): Tree {
  const tree = new Map<string, string>();
  for (const folder of folders) {
    for (const entry of readdirSync(path.join(ROOT, folder), {
      withFileTypes: true,
      recursive: true,
    })) {
      if (!entry.isFile() || !endings.some((ending) => entry.name.endsWith(ending))) continue;
      const file = path.join(entry.parentPath, entry.name);
      tree.set(path.relative(ROOT, file), readFileSync(file, 'utf8'));
    }
  }
  return tree;
}

/** True for a file that only tests use. */
export function isTest(file: string): boolean {
  return file.endsWith('.test.ts') || file.startsWith('tests/');
}
