// What the port `Settings` promises, on every database.
import { expect, it } from 'vitest';
import { createDuties } from '../../src/adapters/clock/duties.ts';
import { systemClock } from '../../src/adapters/clock/system.ts';
import { createSettings } from '../../src/adapters/database/settings.ts';
import { createMemorySignals } from '../../src/adapters/memory/signals.ts';
import { createLiveSetting } from '../../src/core/settings/live-setting.ts';
import {
  createPlatformSwitches,
  readOffPlatforms,
} from '../../src/core/settings/platform-switches.ts';
import { databases } from './databases.ts';

it.each(databases)(
  'settings on %s are empty until written, and then the last value written',
  async (_kind, make) => {
    const database = await make();
    try {
      const settings = createSettings(database.db);
      expect(await settings.read('canaries')).toBeNull();
      await settings.write('canaries', { links: ['a'] });
      await settings.write('platforms', {});
      await settings.write('canaries', { links: ['b', 'ü\u0000'] });
      expect(await settings.read('canaries')).toEqual({ links: ['b', 'ü\u0000'] });
      expect(await settings.read('platforms')).toEqual({});
    } finally {
      await database.end();
    }
  },
);

it.each(databases)(
  'settings on %s are replaced only if unchanged since they were read',
  async (_kind, make) => {
    const database = await make();
    try {
      const settings = createSettings(database.db);
      expect(await settings.replace('platforms', null, { a: 1 })).toBe(true);
      expect(await settings.replace('platforms', null, { b: 1 })).toBe(false);
      expect(await settings.replace('platforms', { b: 1 }, { c: 1 })).toBe(false);
      expect(await settings.replace('platforms', { a: 1 }, { c: 1, ü: '\u0000"' })).toBe(true);
      const kept = await settings.read('platforms');
      expect(await settings.replace('platforms', kept, null)).toBe(true);
      expect(await settings.replace('platforms', null, { d: 1 })).toBe(true);
      expect(await settings.read('platforms')).toEqual({ d: 1 });
    } finally {
      await database.end();
    }
  },
);

it.each(databases)('switches on %s of two servers at once are both kept', async (_kind, make) => {
  const database = await make();
  try {
    const settings = createSettings(database.db);
    const switches = () =>
      createPlatformSwitches({
        setting: createLiveSetting({
          settings,
          duties: createDuties({ warn: () => undefined }),
          signals: createMemorySignals(systemClock),
          name: 'platforms',
          read: readOffPlatforms,
          warn: () => undefined,
        }),
        disabled: new Set(),
      });
    const [one, other] = [switches(), switches()];
    const off = { off: true, reason: 'A pause.' };
    await Promise.all([
      ...(['youtube', 'tiktok', 'threads'] as const).map((platform) => one.set(platform, off)),
      ...(['twitter', 'snapchat', 'pinterest'] as const).map((each) => other.set(each, off)),
    ]);
    expect(Object.keys((await settings.read('platforms')) as object).sort()).toEqual([
      'pinterest',
      'snapchat',
      'threads',
      'tiktok',
      'twitter',
      'youtube',
    ]);
  } finally {
    await database.end();
  }
});
