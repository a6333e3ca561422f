// The other side: yt-dlp's command line with the yt-dlp, Python and request handlers of the product, behind the same lab.
import path from 'node:path';
import { locateEngine } from '../src/compose/locate-engine.ts';
import { readConfig } from '../src/config.ts';
import type { LabProcess } from './lab-process.ts';
import { type Cost, timeCommand } from './processes.ts';

/** Runs yt-dlp once with these words and gives what it cost. Rejects when it fails. */
export type CommandLine = (...words: string[]) => Promise<Cost>;

type LabAddress = Pick<LabProcess, 'proxyUrl' | 'caFile'>;

/** The command line behind this lab. */
export function commandLine(lab: LabAddress): CommandLine {
  const { command, env } = commandWords(lab);
  return (...words) => timeCommand([...command, ...words], env);
}

/** Its words before those of a run, and the environment in which it and others trust the lab. */
export function commandWords({ proxyUrl, caFile }: LabAddress) {
  const { python, enginePath } = locateEngine(readConfig({}));
  const plugins = path.resolve(import.meta.dirname, '../engine');
  const command = [
    python,
    '-m',
    'yt_dlp',
    '--ignore-config',
    '--no-cache-dir',
    '--no-playlist',
    '--proxy',
    proxyUrl,
    '--compat-options',
    'no-certifi',
    '--plugin-dirs',
    plugins,
  ];
  const env = {
    SSL_CERT_FILE: caFile,
    CURL_CA_BUNDLE: caFile,
    REQUESTS_CA_BUNDLE: caFile,
    ...(enginePath ? { PYTHONPATH: enginePath } : {}),
  };
  return { command, env };
}
