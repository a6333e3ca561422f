// What the doctor finds about the setup: the texts that the server has in use, as operators set them or as the settings have them.
import path from 'node:path';
import { openExistingDatabase } from '../adapters/database/connection/open-database.ts';
import { createSettings } from '../adapters/database/settings.ts';
import { readGivenSecret } from '../adapters/secrets/secret.ts';
import { configuredTexts } from '../compose/egress/configured-texts.ts';
import { type ConfiguredSetup, createVault, firstSetup } from '../compose/egress/setups.ts';
import { usableTexts } from '../compose/egress/starting-texts.ts';
import { type Config, ConfigError } from '../config.ts';
import { readEngineMemory } from '../core/engine-updates/memory.ts';
import { wantedTexts } from '../core/engine-updates/setup/setup-texts.ts';
import { SETUP_PARTS, type SetupPart, type SetupSource } from '../shared/engine.ts';
import type { Finding } from './doctor-shared.ts';

/** What is checked, and the finding that says where it is from. */
export type SetupInUse = { readonly setup: ConfiguredSetup; readonly finding: Finding };

const NAMES: Record<SetupPart, string> = {
  egresses: 'egresses',
  arguments: 'arguments',
  provider: 'provider of tokens',
};
const SOURCES: Record<SetupSource, string> = {
  operators: 'set by operators',
  environment: 'from the settings',
  last_live: 'in use before, since what the settings say was refused',
};

/** Reads it, and changes nothing. Throws ConfigError for settings that cannot be used. */
export async function setupInUse(config: Config): Promise<SetupInUse> {
  const configured = configuredTexts(config);
  const ofSettings = (message: string, state: Finding['state'] = 'ok'): SetupInUse => ({
    setup: firstSetup(config, configured),
    finding: { state, name: 'setup', message: `from the settings alone: ${message}` },
  });
  if (config.ROLE === 'worker')
    return ofSettings('a worker keeps its own egresses, and follows operators in their arguments');
  try {
    const stored = await readStored(config);
    if (!stored) return ofSettings('nothing is stored yet');
    const wanted = wantedTexts(configured, stored.setup, stored.vault);
    const { texts, unusable } = usableTexts(config, wanted.texts, configured);
    const sourceOf = (part: SetupPart) => {
      const { error } = unusable.find((one) => one.part === part) ?? {};
      return error
        ? `from the settings: what operators set cannot be used (${reasonOf(error)})`
        : SOURCES[wanted.sources[part]];
    };
    const message = SETUP_PARTS.map((part) => `${NAMES[part]} ${sourceOf(part)}`).join('; ');
    const state = unusable.length > 0 ? 'degraded' : 'ok';
    return { setup: firstSetup(config, texts), finding: { state, name: 'setup', message } };
  } catch (error) {
    // The settings themselves, too, cannot be used.
    if (error instanceof ConfigError) throw error;
    return ofSettings(`no access to what is stored (${reasonOf(error)})`, 'degraded');
  }
}

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).slice(0, 200);

async function readStored(config: Config) {
  const { DATABASE_URL: url = null, DATA_DIR: dataDir, SECRET_KEY_FILE, root } = config;
  const database = await openExistingDatabase({ url, dataDir });
  if (!database) return null;
  try {
    const { setup } = readEngineMemory(await createSettings(database.db).read('engine'));
    const key = SECRET_KEY_FILE === undefined ? path.join(dataDir, 'secret.key') : SECRET_KEY_FILE;
    return { setup, vault: createVault(await readGivenSecret(path.resolve(root, key))) };
  } finally {
    await database.close();
  }
}
