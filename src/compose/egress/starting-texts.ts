// The texts of the setup that a server starts with: what operators set, else the settings', else what was last in use.

import type { Kysely } from 'kysely';
import type { Schema } from '../../adapters/database/schema.ts';
import { createSettings } from '../../adapters/database/settings.ts';
import { type Config, ConfigError } from '../../config.ts';
import { readEngineMemory } from '../../core/engine-updates/memory.ts';
import type { SetupTexts } from '../../core/engine-updates/ports.ts';
import { wantedTexts } from '../../core/engine-updates/setup/setup-texts.ts';
import { SETUP_PARTS, type SetupPart } from '../../shared/engine.ts';
import { configuredTexts } from './configured-texts.ts';
import {
  createArgumentsOpener,
  createVault,
  firstSetup,
  readPart,
  type SetupKeys,
} from './setups.ts';

/** Finds them. Throws ConfigError for settings that cannot be used. */
export async function startingTexts(needs: {
  readonly config: Config;
  readonly db: Kysely<Schema>;
  readonly keys: SetupKeys;
  readonly warn: (message: string, cause: unknown) => void;
}): Promise<SetupTexts> {
  const { config, db, keys, warn } = needs;
  const configured = configuredTexts(config);
  const { setup } = readEngineMemory(await createSettings(db).read('engine'));
  const wanted = keys.secret
    ? wantedTexts(configured, setup, createVault(keys.secret)).texts
    : { ...configured, ...argumentsOf(setup.chosen, keys) };
  const { texts, unusable } = usableTexts(config, wanted, configured);
  for (const { part, error } of unusable)
    warn(`what operators set cannot be used (${part}); the settings are used instead`, error);
  return texts;
}

/** Texts that can be used, and what is wrong with the others. */
export type UsableTexts = {
  readonly texts: SetupTexts;
  readonly unusable: readonly { readonly part: SetupPart; readonly error: ConfigError }[];
};

/**
 * Takes the text of the settings for each part that cannot be used: a plugin that is gone takes no proxy away. Throws ConfigError for
 * settings that cannot be used.
 */
export function usableTexts(
  config: Config,
  wanted: SetupTexts,
  configured: SetupTexts,
): UsableTexts {
  const unusable = SETUP_PARTS.flatMap((part) => {
    if (wanted[part] === configured[part]) return [];
    try {
      readPart(config, part, wanted[part]);
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return [{ part, error }];
    }
  });
  const instead = unusable.map(({ part }) => [part, configured[part]] as const);
  const texts = { ...wanted, ...Object.fromEntries(instead) };
  firstSetup(config, texts);
  return { texts, unusable };
}

const argumentsOf = (chosen: string | null, keys: SetupKeys) =>
  chosen === null ? null : createArgumentsOpener(keys)(chosen);
