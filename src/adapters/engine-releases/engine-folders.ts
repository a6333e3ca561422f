// The folders below .engine/: each holds one complete engine, and `current` links to the one that the next start uses.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readEngineVersion } from '../../shared/engine.ts';

// engine.json, as scripts/engine.mjs and this file write it.
const shape = z.object({
  version: z.string().transform((text) => readEngineVersion(text) ?? text),
  source: z.string(),
  python: z.string(),
  pythonPath: z.array(z.string()),
});

/**
 * An installed engine. `python` and `enginePath` are absolute; `enginePath` is null where the interpreter finds yt-dlp
 * itself.
 */
export type EngineFolder = {
  /** The folder's name. */
  readonly id: string;
  readonly version: string;
  readonly source: string;
  readonly python: string;
  readonly enginePath: string | null;
};

/** Reads a folder's engine.json from its text. Throws the errors of zod and JSON. */
export function readEngineFolder(folder: string, text: string): EngineFolder {
  const { version, source, python, pythonPath } = shape.parse(JSON.parse(text));
  const [library] = pythonPath;
  return {
    id: path.basename(folder),
    version,
    source,
    python: path.resolve(folder, python),
    enginePath: library ? path.resolve(folder, library) : null,
  };
}

const COMPLETE = /^\d{4}\.[\d.]+-[\w.-]+$/;
const STAGING = 'staging-server-';
const STALE_MS = 3_600_000;

/** The engine folders of one project. */
export type EngineFolders = {
  /** All complete folders. */
  readonly list: () => Promise<readonly EngineFolder[]>;
  /** The folder that `current` links to; null when it is missing or broken. */
  readonly chosen: () => Promise<string | null>;
  /** Points `current` to another folder atomically. */
  readonly choose: (id: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Creates a staging folder; removes those that a killed server left behind. */
  readonly stage: (nowMs: number) => Promise<string>;
  /** Completes a staging folder and returns its name, `<version>-<n>`. */
  readonly complete: (staging: string, version: string) => Promise<string>;
};

/** `base` is the folder `.engine`. */
export function createEngineFolders(base: string): EngineFolders {
  const read = async (id: string): Promise<EngineFolder[]> => {
    const folder = path.join(base, id);
    try {
      return [readEngineFolder(folder, await readFile(path.join(folder, 'engine.json'), 'utf8'))];
    } catch (error) {
      // Incomplete, half removed or not ours: no engine.
      if (error instanceof Error) return [];
      throw error;
    }
  };
  const names = () => readdir(base).catch(() => [] as string[]); // there is no such folder yet
  return {
    list: async () =>
      (await Promise.all((await names()).filter((name) => COMPLETE.test(name)).map(read))).flat(),
    chosen: () =>
      readlink(path.join(base, 'current')).then(
        (target) => path.basename(target),
        () => null, // set-up has not been here
      ),
    async choose(id) {
      const link = path.join(base, `current-${randomUUID()}`);
      await symlink(id, link);
      await rename(link, path.join(base, 'current'));
    },
    async remove(id) {
      if (!COMPLETE.test(id)) throw new TypeError(`${id} is no engine's folder`);
      // Under another name first: an incomplete engine must never pass for a complete one.
      const doomed = path.join(base, `${STAGING}${randomUUID()}`);
      await rename(path.join(base, id), doomed);
      await rm(doomed, { recursive: true, force: true });
    },
    async stage(nowMs) {
      for (const name of await names()) {
        if (!name.startsWith(STAGING)) continue;
        const left = path.join(base, name);
        const { mtimeMs } = await stat(left).catch(() => ({ mtimeMs: nowMs })); // just removed
        if (nowMs - mtimeMs > STALE_MS) await rm(left, { recursive: true, force: true });
      }
      const staging = path.join(base, `${STAGING}${randomUUID()}`);
      await mkdir(staging);
      return staging;
    },
    async complete(staging, version) {
      const taken = new Set(await names());
      let number = 1;
      while (taken.has(`${version}-${number}`)) number += 1;
      const id = `${version}-${number}`;
      await rename(staging, path.join(base, id));
      return id;
    },
  };
}
