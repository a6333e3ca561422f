// Builds one bundle of certificate authorities for all TLS clients, for operators whose proxy intercepts TLS.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { type Config, ConfigError } from '../config.ts';

const SYSTEM_BUNDLE = '/etc/ssl/certs/ca-certificates.crt';

/** The operator's extra authorities: as text for Node, and together with the system's in one file for yt-dlp. */
export type ExtraCertificates = { readonly pem: string; readonly bundleFile: string };

/** Reads `EXTRA_CA_FILE` and writes the bundle into the data folder; null when the setting is empty. */
export function extraCertificates(config: Config): ExtraCertificates | null {
  if (!config.EXTRA_CA_FILE) return null;
  const file = path.resolve(config.root, config.EXTRA_CA_FILE);
  if (!existsSync(file)) throw new ConfigError(`EXTRA_CA_FILE: there is no file ${file}.`);
  const pem = readFileSync(file, 'utf8');
  if (!pem.includes('-----BEGIN CERTIFICATE-----'))
    throw new ConfigError(`EXTRA_CA_FILE: ${file} holds no certificate.`);
  const system = existsSync(SYSTEM_BUNDLE)
    ? readFileSync(SYSTEM_BUNDLE, 'utf8')
    : rootCertificates.join('\n');
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const bundleFile = path.join(config.DATA_DIR, 'ca-bundle.pem');
  writeFileSync(bundleFile, `${system.trim()}\n${pem.trim()}\n`);
  return { pem, bundleFile };
}
