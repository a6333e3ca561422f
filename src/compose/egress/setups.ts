// The port Setups: reads texts of egresses and arguments, hides their passwords, and seals them for the database.
import { createHash } from 'node:crypto';
import type { Door } from '../../adapters/door/door.ts';
import { pingTokenProvider } from '../../adapters/door/token-provider.ts';
import { tryEgress } from '../../adapters/door/try-egress.ts';
import { createSeal } from '../../adapters/secrets/seal.ts';
import { deriveWorkerKeys } from '../../adapters/secrets/worker-keys.ts';
import {
  type EngineArguments,
  readEngineArguments,
} from '../../adapters/ytdlp/engine-arguments.ts';
import type { TokenProviderPlugin } from '../../adapters/ytdlp/engine-settings.ts';
import { type Config, ConfigError } from '../../config.ts';
import type { EngineSetup, Setups, SetupTexts } from '../../core/engine-updates/ports.ts';
import { MAX_SETUP_CHARACTERS, SETUP_PARTS, type SetupPart } from '../../shared/engine.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import type { Keys } from '../state/configured-data.ts';
import { readTokenProvider, tokenProviderText } from '../tools/token-provider.ts';
import { configuredTexts } from './configured-texts.ts';
import { type ConfiguredEgresses, createDistinctIds, egressesIn } from './egresses.ts';
import { HIDDEN, masked, unmasked } from './passwords.ts';

/** A setup with what its texts mean. */
export type ConfiguredSetup = EngineSetup & {
  readonly egresses: ConfiguredEgresses;
  readonly arguments: EngineArguments;
  readonly provider: TokenProviderPlugin | null;
};

/** The keys of a server; a worker's secret is null. */
export type SetupKeys = Pick<Keys, 'secret' | 'queue'>;

const PLACE = 'engine setup';
const PLACE_OF_WORKERS = `${PLACE} of workers`;

/** What each part means. */
type Parts = Pick<ConfiguredSetup, SetupPart>;

const READERS: {
  readonly [Part in SetupPart]: (config: Config, text: string) => Parts[Part];
} = {
  egresses: egressesIn,
  arguments: (_config, text) => argumentsIn(text),
  provider: readTokenProvider,
};

/** Reads one part. Throws ConfigError with a remedy. */
export function readPart<Part extends SetupPart>(
  config: Config,
  part: Part,
  text: string,
): Parts[Part] {
  return READERS[part](config, text);
}

/** Reads the setup that a server starts with. Throws ConfigError with a remedy. */
export function firstSetup(config: Config, texts: SetupTexts): ConfiguredSetup {
  return setupOf(texts, {
    egresses: readPart(config, 'egresses', texts.egresses),
    arguments: readPart(config, 'arguments', texts.arguments),
    provider: readPart(config, 'provider', texts.provider),
  });
}

/** Creates the function that reads other setups. Throws AppError `invalid_request` with a sentence about the line. */
export function createSetupReader(
  config: Config,
  first: ConfiguredSetup,
): (texts: SetupTexts) => ConfiguredSetup {
  const withDistinctIds = createDistinctIds(first.egresses);
  return (texts) => {
    const egresses = asked('egresses', () => {
      const at = texts.egresses.split('\n').findIndex((line) => line.includes(`:${HIDDEN}@`));
      if (at >= 0)
        throw new ConfigError(`EGRESSES, line ${at + 1}: write the password of this proxy.`);
      return egressesIn(config, texts.egresses);
    });
    return setupOf(texts, {
      egresses: withDistinctIds(egresses),
      arguments: asked('arguments', () => argumentsIn(texts.arguments)),
      provider: asked('provider', () => readTokenProvider(config, texts.provider)),
    });
  };
}

/** Creates the port. Without a secret nothing is sealed. */
export function createSetups(needs: {
  readonly config: Config;
  readonly read: (texts: SetupTexts) => ConfiguredSetup;
  readonly door: Door;
  readonly keys: SetupKeys;
}): Setups {
  const { config, read, door, keys } = needs;
  return {
    read,
    hasFiles:
      (config.EGRESSES_FILE ?? config.ENGINE_ARGS_FILE ?? config.POT_PROVIDER_URL) !== undefined,
    configured: async () => asked('egresses', () => configuredTexts(config)),
    masked,
    unmasked,
    async absent(texts) {
      const { provider } = read(texts);
      return provider && pingTokenProvider(provider.origin).then(() => null, absenceOf);
    },
    async unreachable(egresses, signal) {
      const all = await Promise.all(
        egresses.map(async ({ id, platforms }) => {
          const error = await tryEgress(door, id, platforms?.[0] ?? 'youtube', signal);
          signal.throwIfAborted();
          return error === null ? [] : [`${id}: ${codeOf(error)}`];
        }),
      );
      return all.flat();
    },
    vault: keys.secret && createVault(keys.secret),
    openArguments: keys.secret ? null : createArgumentsOpener(keys),
  };
}

/** Seals texts with a server's secret and, behind a dot, the arguments once more with the key that workers have, too. */
export function createVault(secret: Uint8Array): NonNullable<Setups['vault']> {
  const { seal, open, mark } = createSeal(secret);
  const forWorkers = createSeal(deriveWorkerKeys(secret).queue);
  return {
    seal(texts) {
      const { arguments: args } = texts;
      const ofWorkers = args === undefined ? '' : forWorkers.seal(args, PLACE_OF_WORKERS);
      return `${seal(JSON.stringify(texts), PLACE)}.${ofWorkers}`;
    },
    open(sealed) {
      const text = open(sealed.split('.')[0] ?? '', PLACE);
      if (text === null) return null;
      // What was sealed with the secret is ours.
      const texts = JSON.parse(text) as Record<string, unknown>;
      const parts = SETUP_PARTS.filter((part) => typeof texts[part] === 'string');
      return Object.fromEntries(parts.map((part) => [part, texts[part]]));
    },
    mark: (part, text) => mark(text, `${PLACE} ${part}`),
  };
}

/** Opens the arguments in what a vault sealed. Every worker can seal such a text, so it is parsed as hostile. */
export function createArgumentsOpener({
  queue,
}: Pick<SetupKeys, 'queue'>): NonNullable<Setups['openArguments']> {
  const { open } = createSeal(queue);
  return (sealed) => {
    const [, ofWorkers] = sealed.split('.');
    if (ofWorkers === '') return {};
    const args = ofWorkers === undefined ? null : open(ofWorkers, PLACE_OF_WORKERS);
    return args === null ? null : { arguments: args };
  };
}

function setupOf(texts: SetupTexts, parts: Parts): ConfiguredSetup {
  const provider = tokenProviderText(parts.provider);
  const meaning = JSON.stringify([parts.egresses, parts.arguments, provider]);
  const id = createHash('sha256').update(meaning).digest('hex').slice(0, 16);
  return { id, texts: { ...texts, provider }, ...parts };
}

function argumentsIn(text: string): EngineArguments {
  try {
    return readEngineArguments(text);
  } catch (error) {
    if (error instanceof TypeError) throw new ConfigError(`ENGINE_ARGS: ${error.message}.`);
    throw error;
  }
}

function absenceOf(error: NodeJS.ErrnoException): string {
  return `it does not answer (${error.code ?? error.message.slice(0, 100)})`;
}

function asked<T>(field: SetupPart, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const sentence = masked(error.message).slice(0, MAX_SETUP_CHARACTERS);
    throw new AppError('invalid_request', { params: { field, sentence }, detail: sentence });
  }
}
