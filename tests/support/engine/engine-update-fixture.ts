// Engine folders with the lab and an index that serves copies of the real yt-dlp, good and broken ones; for tests of updates.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Lab, startLab } from '../../../lab/lab.ts';
import type { LabPlatform } from '../../../lab/platform.ts';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import { labSettings } from '../../../lab/settings.ts';
import { createDuties } from '../../../src/adapters/clock/duties.ts';
import { systemClock } from '../../../src/adapters/clock/system.ts';
import { createEngineFolders } from '../../../src/adapters/engine-releases/engine-folders.ts';
import { probeSandboxes } from '../../../src/adapters/process/probe-sandboxes.ts';
import { createSetups } from '../../../src/compose/egress/setups.ts';
import { composeEngine, type EngineModule } from '../../../src/compose/engine.ts';
import { readConfig } from '../../../src/config.ts';
import type { Clock } from '../../../src/core/async/clock.ts';
import type { EngineReleases, Libraries } from '../../../src/core/engine-updates/ports.ts';
import {
  type EngineUpdates,
  type EngineUpdatesNeeds,
  startEngineUpdates,
} from '../../../src/core/engine-updates/updates.ts';
import type { Engine } from '../../../src/core/inspecting/ports.ts';
import type { Alarm } from '../../../src/core/status/alarms.ts';
import { codeOf } from '../../../src/shared/errors.ts';
import { readLink } from '../../../src/shared/link.ts';
import type { Link } from '../../../src/shared/platforms/platform.ts';
import { enginePath, enginePython } from './engine-python.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const never = new AbortController().signal;

/** The version that is installed at the start. */
export const FIRST_VERSION = '2026.08.19';

/** Python code to append to a file of yt_dlp. */
export type BrokenFile = { readonly file: string; readonly code: string };

type Published = { version: string; broken: BrokenFile | undefined; libraries: Libraries };

/** A delayed response: `asked` resolves once it is requested, `release` sends it. */
export type Hold = { readonly asked: Promise<void>; readonly release: () => void };

/** Everything around the updates. */
export type UpdateFixture = {
  readonly lab: Lab;
  readonly engineModule: EngineModule;
  readonly updates: EngineUpdates;
  readonly alarms: Alarm[];
  readonly warnings: unknown[];
  /** Publishes a version in the package index as the newest, broken or not, and what newer libraries there are for the one in use. */
  readonly publish: (version: string, broken?: BrokenFile, libraries?: Libraries) => void;
  /** Names of the folders of engines. */
  readonly folders: () => Promise<string[]>;
  /** The target of the link `current`. */
  readonly chosen: () => Promise<string | null>;
  /** `ok` or the error code. */
  readonly inspect: (url: string) => Promise<string>;
  /** Delays the response to the next request for a path. */
  readonly hold: (path: string) => Hold;
  /** Waits until no update runs; returns its result. */
  readonly settled: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** Reads an address of the lab's lists. Throws for any other. */
export function linkOf(url: string): Link {
  const reading = readLink(url);
  if (reading.kind !== 'link') throw new TypeError(`${url} is no link`);
  return reading.link;
}

/** The folder of the real yt_dlp. */
function realPackage(): string {
  const program = 'import yt_dlp, os; print(os.path.dirname(yt_dlp.__file__))';
  return execFileSync(enginePython, ['-I', '-c', program], { encoding: 'utf8' }).trim();
}

/** Copies the real yt_dlp into a folder under another version. */
async function copyEngine(folder: string, version: string, broken: BrokenFile | undefined) {
  const library = path.join(folder, 'lib/yt_dlp');
  await mkdir(path.dirname(library), { recursive: true });
  const real = enginePath ? path.join(enginePath, 'yt_dlp') : realPackage();
  // Hard links: replace changed files, do not write into them.
  execFileSync('cp', ['-rl', real, library]);
  const change = (file: string, how: (text: string) => string) => {
    const target = path.join(library, file);
    const text = readFileSync(target, 'utf8');
    rmSync(target);
    writeFileSync(target, how(text));
  };
  // The real one is of whatever version set-up found.
  const stated = `__version__ = '${version}'`;
  change('version.py', (text) => text.replace(/__version__ = '[^']*'/, stated));
  if (broken) change(broken.file, (text) => `${text}\n${broken.code}\n`);
  const engine = { version, source: 'pip', python: enginePython, pythonPath: ['lib'] };
  writeFileSync(path.join(folder, 'engine.json'), JSON.stringify(engine));
}

/**
 * Starts everything, with canaries on these addresses. `clock` is that of the updates alone; `settings` are shared by the servers
 * of a `fleet`.
 */
export async function startUpdateFixture(options: {
  readonly canaries: readonly string[];
  readonly mode?: 'notify' | 'auto';
  readonly clock?: Clock;
  readonly settings?: EngineUpdatesNeeds['settings'];
  readonly fleet?: NonNullable<EngineUpdatesNeeds['fleet']>;
}): Promise<UpdateFixture> {
  const held = new Map<string, () => Promise<void>>();
  const lab = await startLab({
    platforms: Object.values(LAB_PLATFORMS).map(
      (platform): LabPlatform => ({
        ...platform,
        async answer(request, media) {
          await held.get(request.url.pathname)?.();
          return platform.answer(request, media);
        },
      }),
    ),
  });
  const root = await mkdtemp(path.join(tmpdir(), 'keepreel-update-'));
  const base = path.join(root, '.engine');
  for (const name of ['engine', 'node_modules'])
    symlinkSync(path.join(ROOT, name), path.join(root, name));
  await copyEngine(path.join(base, `${FIRST_VERSION}-pip`), FIRST_VERSION, undefined);
  const folders = createEngineFolders(base);
  await folders.choose(`${FIRST_VERSION}-pip`);

  const settings = {
    ...labSettings(lab),
    DATA_DIR: root,
    MAX_INSPECTIONS: '4',
  };
  const config = { ...readConfig(settings), root };
  const engineModule = await composeEngine(config, await probeSandboxes(), systemClock);
  await engineModule.pool.ready;

  let index: Published = { version: FIRST_VERSION, broken: undefined, libraries: {} };
  const releases: EngineReleases = {
    obstacle: null,
    newest: async () => index.version,
    beyond: async () => null,
    renewals: async () => index.libraries,
    async install(version) {
      const staging = await folders.stage(0);
      await copyEngine(staging, version, index.broken);
      return { id: await folders.complete(staging, version), version, source: 'pip' };
    },
    installed: folders.list,
    chosen: async () => {
      const id = await folders.chosen();
      return (await folders.list()).find((one) => one.id === id) ?? null;
    },
    choose: ({ id }) => folders.choose(id),
    remove: ({ id }) => folders.remove(id),
  };
  const codeWith = (engine: Engine, url: string) =>
    engine.inspect(linkOf(url), never).then(() => 'ok' as const, codeOf);
  const alarms: Alarm[] = [];
  const warnings: unknown[] = [];
  const clock = options.clock ?? systemClock;
  const warn = (message: string, cause: unknown) => void warnings.push([message, cause]);
  let kept: unknown = null;
  const updates = await startEngineUpdates({
    mode: options.mode ?? 'notify',
    releases,
    host: engineModule.host,
    setups: createSetups({
      config,
      read: engineModule.readSetup,
      door: engineModule.door,
      keys: { secret: new Uint8Array(32), queue: new Uint8Array(32) },
    }),
    random: () => 0.5,
    clock,
    duties: createDuties({ warn, after: clock.after }),
    accounts: null,
    isPaused: () => false,
    canaries: {
      links: () => options.canaries.map(linkOf),
      async runAll(engine) {
        const runs = options.canaries.map(async (url) => ({
          platform: linkOf(url).platform,
          code: await codeWith(engine, url),
        }));
        return Promise.all(runs);
      },
    },
    outcomes: { countSince: async () => [] },
    alarms: { raise: (alarm) => void alarms.push(alarm) },
    settings: options.settings ?? {
      read: async () => kept,
      replace: async (_name, _before, value) => {
        kept = structuredClone(value);
        return true;
      },
    },
    ...(options.fleet && { fleet: options.fleet }),
    warn,
  });
  engineModule.onAttempt(updates.note);

  return {
    lab,
    engineModule,
    updates,
    alarms,
    warnings,
    chosen: folders.chosen,
    publish(version, broken, libraries = {}) {
      index = { version, broken, libraries };
    },
    folders: async () => (await readdir(base)).filter((name) => name !== 'current').sort(),
    inspect: (url) => codeWith(engineModule.engine, url),
    hold(page) {
      const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held.set(page, () => {
        held.delete(page);
        asked.resolve();
        return released.promise;
      });
      return { asked: asked.promise, release: released.resolve };
    },
    async settled() {
      for (;;) {
        const { running, last } = await updates.status();
        if (!running) return last?.result ?? 'nothing';
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    async close() {
      await updates.close();
      await engineModule.close();
      await lab.close();
      await rm(root, { recursive: true, force: true });
      if (existsSync(root)) throw new Error('the folder of the test is left');
    },
  };
}
