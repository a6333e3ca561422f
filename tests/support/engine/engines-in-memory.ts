// An index, folders and engines in memory, for tests of the order of updates; engine-update-fixture.ts has real ones.
import { vi } from 'vitest';
import { createDuties } from '../../../src/adapters/clock/duties.ts';
import { readEngineMemory } from '../../../src/core/engine-updates/memory.ts';
import type {
  CanaryOutcome,
  EngineFacts,
  EngineSetup,
  EngineTrial,
  InstalledEngine,
  SetupTexts,
} from '../../../src/core/engine-updates/ports.ts';
import { wantedTexts } from '../../../src/core/engine-updates/setup/setup-texts.ts';
import {
  type EngineUpdates,
  startEngineUpdates,
} from '../../../src/core/engine-updates/updates.ts';
import type { Engine } from '../../../src/core/inspecting/ports.ts';
import type { Settings } from '../../../src/core/settings/ports.ts';
import { AppError, codeOf } from '../../../src/shared/errors.ts';
import { createManualClock } from '../run/manual-clock.ts';
import { SLOW_MACHINE_TIMEOUT } from '../run/slow-machine-timeout.ts';
import type { EnginesInMemory } from './fixture-state.ts';
import { setupsInMemory } from './setups-in-memory.ts';

/** The version in use at the start. */
export const OLD = '2026.08.19';

export type { EnginesInMemory } from './fixture-state.ts';

const WHOLE: Omit<EngineFacts, 'version'> = {
  missing: [],
  hasSolver: true,
  hasJsRuntime: true,
  canImpersonate: true,
  libraries: { curl_cffi: '0.16.3' },
  unsupported: [],
  unusable: [],
  tokenProviders: ['lab:http 1.2.2'],
};

/** Starts with one engine and nothing newer. Without `settings`, the stored setting is `setting`. */
export function createEnginesInMemory(
  settings?: Pick<Settings, 'read' | 'replace'>,
): EnginesInMemory {
  const clock = createManualClock(1_800_000_000_000);
  const first = { id: `${OLD}-pip`, version: OLD, source: 'pip' };
  const engineOf = (of: () => InstalledEngine, own?: EngineSetup): Engine => ({
    egress: 'direct',
    async inspect(link, _signal, egress) {
      const { id, version } = of();
      fixture.looks.push(version);
      const { arguments: args, provider } = (own ?? setup).texts;
      const names = [version, id, args, provider, egress ?? ''];
      const isLost = names.some((name) => lost.has(`${name} ${link.id}`));
      const isFailing = names.some((name) => fixture.failing[name]?.includes(link.platform));
      if (fixture.isPlatformDown || isLost || isFailing) throw new AppError('platform_changed');
      return {} as Awaited<ReturnType<Engine['inspect']>>;
    },
  });
  const canaryLinks = () =>
    fixture.canaries.map(
      (platform) => ({ platform, kind: 'video', id: 'c', address: 'c', hints: {} }) as const,
    );
  const lost = new Set<string>();
  const renewed = new Set<string>();
  let visits = 0;
  let currentId = first.id;
  const current = () => fixture.installed.get(currentId) ?? first;
  const setups = setupsInMemory(() => fixture);
  let setup = setups.read({ egresses: 'direct', arguments: '', provider: '' });
  const runId = () => `${currentId} ${setup.id}`;
  const factsOf = (version: string): EngineFacts => ({
    version,
    ...WHOLE,
    ...fixture.facts[version],
  });
  const warn = (message: string) => void fixture.warnings.push(message);
  const host = {
    current,
    engine: engineOf(current),
    facts: () => factsOf(current().version),
    running: () => fixture.running,
    setup: () => setup,
    runId,
    async start(
      engine: InstalledEngine,
      signal: AbortSignal,
      wanted = setup,
    ): Promise<EngineTrial> {
      signal.throwIfAborted();
      if (fixture.facts[engine.version] === null) throw new AppError('engine_unavailable');
      fixture.running.add(engine.id);
      return {
        runId: `${engine.id} ${wanted.id}`,
        engine: engineOf(() => engine, wanted),
        facts: factsOf(engine.version),
        async takeOver() {
          const before = currentId;
          currentId = engine.id;
          setup = wanted;
          fixture.running.delete(before);
          fixture.running.add(engine.id);
        },
        async close() {
          if (engine.id !== currentId) fixture.running.delete(engine.id);
        },
      };
    },
  };
  const fixture: EnginesInMemory = {
    clock,
    newest: OLD,
    beyond: null,
    renewals: {},
    canaries: [],
    failing: {},
    facts: {},
    installError: null,
    canWrite: true,
    setting: null,
    chosen: first.id,
    gate: null,
    installs: [],
    alarms: [],
    warnings: [],
    looks: [],
    isPlatformDown: false,
    configured: setup.texts,
    hasFiles: false,
    unreachable: [],
    absent: null,
    accounts: null,
    isPaused: false,
    isWorker: false,
    setup: () => setup.texts,
    installed: new Map([[first.id, first]]),
    running: new Set([first.id]),
    async start(mode, obstacle = null, fleet = null) {
      currentId = fixture.chosen;
      setup = setups.read(
        wantedTexts(
          fixture.configured as SetupTexts,
          readEngineMemory(fixture.setting).setup,
          setups.vault,
        ).texts,
      );
      fixture.running.clear();
      fixture.running.add(currentId);
      return startEngineUpdates({
        mode,
        fleet,
        clock,
        duties: createDuties({ warn, after: clock.after }),
        host,
        setups,
        random: () => 0.5,
        releases: {
          obstacle,
          async newest(signal) {
            signal.throwIfAborted();
            if (fixture.newest === null) throw new AppError('origin_unreachable');
            return fixture.newest;
          },
          beyond: async () => fixture.beyond,
          renewals: async ({ id }) => (renewed.has(id) ? {} : fixture.renewals),
          async install(version, signal) {
            fixture.installs.push(version);
            await fixture.gate;
            signal.throwIfAborted();
            if (fixture.installError) throw fixture.installError;
            let number = 1;
            while (fixture.installed.has(`${version}-${number}`)) number += 1;
            const engine = { id: `${version}-${number}`, version, source: 'pip' };
            renewed.add(engine.id);
            fixture.installed.set(engine.id, engine);
            return engine;
          },
          installed: async () => [...fixture.installed.values()],
          chosen: async () => fixture.installed.get(fixture.chosen) ?? null,
          async choose({ id }) {
            fixture.chosen = id;
          },
          remove: async ({ id }) => void fixture.installed.delete(id),
        },
        accounts: fixture.accounts,
        isPaused: () => fixture.isPaused,
        canaries: {
          links: canaryLinks,
          async runAll(engine, signal): Promise<CanaryOutcome[]> {
            const before = fixture.looks.length;
            const runs = canaryLinks().map(async (link) => {
              const { platform } = link;
              const code = await engine.inspect(link, signal).then(() => 'ok' as const, codeOf);
              return { platform, code };
            });
            const outcomes = await Promise.all(runs);
            fixture.looks.splice(before);
            return outcomes;
          },
        },
        settings: settings ?? {
          read: async () => structuredClone(fixture.setting),
          async replace(_name, _before, value) {
            if (!fixture.canWrite) throw new Error('the database is away');
            fixture.setting = structuredClone(value);
            return true;
          },
        },
        outcomes: { countSince: async () => [] },
        alarms: { raise: (alarm) => void fixture.alarms.push(alarm) },
        warn,
      });
    },
    attempts(updates, code, count, blamed) {
      for (let at = 0; at < count; at += 1) {
        visits += 1;
        const id = `v${visits}`;
        if (code !== 'ok') lost.add(`${blamed ?? currentId} ${id}`);
        const link = { platform: 'youtube', kind: 'video', id, address: id, hints: {} } as const;
        updates.note({ runId: runId(), link, code });
      }
    },
  };
  return fixture;
}

/** Waits until nothing runs; how the last thing ended. */
export function settled(updates: EngineUpdates): Promise<string> {
  return vi.waitUntil(
    async () => {
      const { running, last } = await updates.status();
      return running ? false : (last?.result ?? 'nothing');
    },
    { ...SLOW_MACHINE_TIMEOUT, interval: 1 },
  );
}

/** Lets time pass until the next look of its own, and waits for its end. */
export async function runScheduledCheck(
  fixture: EnginesInMemory,
  updates: EngineUpdates,
): Promise<string> {
  const { nextLookAt } = await updates.status();
  const waitMs = (nextLookAt ?? 0) - fixture.clock.now();
  if (waitMs <= 0) throw new Error('no look is planned');
  fixture.clock.advance(waitMs);
  return settled(updates);
}
