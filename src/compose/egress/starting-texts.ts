// The texts of the setup that a server starts with: what operators set, else the settings', else what was last in use.

import type { Kysely } from 'kysely';
import type { Schema } from '../../adapters/database/schema.ts';
import { createSettings } from '../../adapters/database/settings.ts';
import { type Config, ConfigError } from '../../config.ts';
import { readEngineMemory } from '../../core/engine-updates/memory.ts';
import type { SetupTexts } from '../../core/engine-updates/ports.ts';
import { wantedTexts } from '../../core/engine-updates/setup/setup-texts.ts';
import { configuredTexts } from './configured-texts.ts';
import { createVault, firstSetup } from './setups.ts';

/** Finds them. Throws ConfigError for settings that cannot be used. */
export async function startingTexts(needs: {
  readonly config: Config;
  readonly db: Kysely<Schema>;
  readonly secret: Uint8Array | null;
  readonly warn: (message: string, cause: unknown) => void;
}): Promise<SetupTexts> {
  const { config, db, secret, warn } = needs;
  const configured = configuredTexts(config);
  if (!secret) return configured;
  const { setup } = readEngineMemory(await createSettings(db).read('engine'));
  const { texts } = wantedTexts(configured, setup, createVault(secret));
  try {
    firstSetup(config, texts);
    return texts;
  } catch (error) {
    if (!(error instanceof ConfigError) || texts === configured) throw error;
    warn('what operators set cannot be used; the settings are used instead', error);
    return configured;
  }
}
