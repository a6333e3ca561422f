// The texts of the setup as the settings and their files have them.
import { readFileSync } from 'node:fs';
import { type Config, ConfigError } from '../../config.ts';
import type { SetupTexts } from '../../core/engine-updates/ports.ts';
import { MAX_SETUP_CHARACTERS } from '../../shared/engine.ts';
import { configuredTokenProvider } from '../tools/token-provider.ts';

/** Reads them. Throws ConfigError with a remedy for a file that cannot be read. */
export function configuredTexts(config: Config): SetupTexts {
  const { EGRESSES, EGRESSES_FILE, UPSTREAM_PROXY, ENGINE_ARGS, ENGINE_ARGS_FILE } = config;
  // The address as URL writes it has no semicolon and no space.
  const upstream = UPSTREAM_PROXY && `upstream=${new URL(UPSTREAM_PROXY).href}; resolve=proxy`;
  return {
    egresses: EGRESSES_FILE
      ? readSetting('EGRESSES_FILE', EGRESSES_FILE)
      : (EGRESSES ?? upstream ?? 'direct=direct'),
    arguments: ENGINE_ARGS_FILE
      ? readSetting('ENGINE_ARGS_FILE', ENGINE_ARGS_FILE)
      : (ENGINE_ARGS ?? ''),
    provider: configuredTokenProvider(config),
  };
}

function readSetting(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${name}: ${file} cannot be read (${code}).`);
  }
  if (text.length > MAX_SETUP_CHARACTERS)
    throw new ConfigError(`${name}: ${file} has more than ${MAX_SETUP_CHARACTERS} characters.`);
  return text;
}
