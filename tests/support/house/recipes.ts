// Carries out recipes of CONTRIBUTING.md on a copy of the sources, and compiles it.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** One step: a text of a file is replaced; or, without `before`, a file is created as a copy of `after`. */
export type Step =
  | { readonly file: string; readonly before: string; readonly after: string }
  | { readonly file: string; readonly copyOf: string; readonly rename: readonly [string, string] };

/** The section of a Markdown text below a heading of level three. */
export function sectionOf(document: string, heading: string): string {
  const [, after = ''] = document.split(`\n### ${heading}\n`);
  return after.split('\n### ')[0] ?? '';
}

/** A copy of the sources. */
export type SourceCopy = {
  /** Carries the steps out. Throws when a step finds no text to replace. */
  readonly take: (steps: readonly Step[]) => Promise<void>;
  /** The compiler's messages. A later call checks only what the steps since have changed. */
  readonly compile: () => Promise<readonly string[]>;
  readonly remove: () => Promise<void>;
};

const COPIED = ['src', 'extension', 'lab', 'scripts', 'content', 'package.json', 'tests/support'];
const CONFIGS = ['tsconfig.json', 'tsconfig.web.json'] as const;

/** Copies what the compiler reads, without the tests. */
export async function copySources(): Promise<SourceCopy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-recipes-'));
  const files = COPIED.map((part) => `./${part}`);
  await run('cp', ['-r', '--parents', ...files, folder], { cwd: ROOT });
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  for (const name of CONFIGS) {
    const config = JSON.parse(await readFile(path.join(ROOT, name), 'utf8'));
    const exclude = [...config.exclude, '**/*.test.ts', 'tests'];
    const alone = name === 'tsconfig.json' ? ['tests/support/product/random-faults.ts'] : [];
    const compilerOptions = { ...config.compilerOptions, incremental: true };
    const changed = { ...config, compilerOptions, exclude, files: alone };
    await writeFile(path.join(folder, name), JSON.stringify(changed));
  }
  return {
    async take(steps) {
      for (const step of steps) await take(folder, step);
    },
    compile: async () => {
      const messages = [];
      for (const name of CONFIGS) messages.push(...(await compile(folder, name)));
      return messages;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

async function take(folder: string, step: Step): Promise<void> {
  const target = path.join(folder, step.file);
  if ('copyOf' in step) {
    const text = await readFile(path.join(folder, step.copyOf), 'utf8');
    await cp(path.dirname(path.join(folder, step.copyOf)), path.dirname(target), {
      recursive: true,
    });
    await writeFile(target, text.replaceAll(...step.rename));
    return;
  }
  const text = await readFile(target, 'utf8');
  if (!text.includes(step.before)) throw new Error(`${step.file} has no "${step.before}"`);
  await writeFile(target, text.replace(step.before, step.after));
}

async function compile(folder: string, config: string): Promise<readonly string[]> {
  const tsc = path.join(ROOT, 'node_modules/.bin/tsc');
  try {
    await run(tsc, ['-p', config], { cwd: folder });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout: string };
    return stdout.trim().split('\n');
  }
}
