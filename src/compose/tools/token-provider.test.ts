// Which plugins of a provider of tokens are taken, and what their hash says.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';
import { tokenProviderOf } from './token-provider.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'keepreel-plugin-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const POT_PROVIDER_URL = 'http://127.0.0.1:4416';
const read = (POT_PLUGIN_PATH: string) =>
  tokenProviderOf(readConfig({ POT_PROVIDER_URL, POT_PLUGIN_PATH }));

function writePlugin(text = 'x = 1\n') {
  mkdirSync(path.join(folder, 'yt_dlp_plugins/extractor/__pycache__'), { recursive: true });
  writeFileSync(path.join(folder, 'yt_dlp_plugins/extractor/b.py'), text);
  writeFileSync(path.join(folder, 'yt_dlp_plugins/extractor/a.py'), '');
  writeFileSync(path.join(folder, 'yt_dlp_plugins/extractor/__pycache__/a.pyc'), text);
}
const shell = (command: string) =>
  execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' }).slice(0, 64);

it('a folder has the hash that an operator gets of its files', () => {
  writePlugin();
  const found = read(folder);
  expect(found).toEqual({ origin: POT_PROVIDER_URL, plugin: folder, sha256: expect.any(String) });
  const command =
    "find yt_dlp_plugins -type f ! -path '*/__pycache__/*' | LC_ALL=C sort | xargs sha256sum | sha256sum";
  expect(found?.sha256).toBe(shell(command));
  writePlugin('x = 2\n');
  expect(read(folder)?.sha256).not.toBe(found?.sha256);
});

it('an archive has the hash of the file', () => {
  const file = path.join(folder, 'plugin.zip');
  writeFileSync(file, 'bytes');
  expect(read(file)?.sha256).toBe(shell('sha256sum plugin.zip'));
});

it.each([
  ['nothing there', () => path.join(folder, 'none'), 'ENOENT'],
  ['a folder of something else', () => folder, 'ENOENT'],
  [
    'a link to somewhere else',
    () => {
      writePlugin();
      symlinkSync('/etc/passwd', path.join(folder, 'yt_dlp_plugins/extractor/c.py'));
      return folder;
    },
    'no ordinary file',
  ],
])('refuses %s', (_, place, why) => {
  const plugin = place();
  expect(() => read(plugin)).toThrow(ConfigError);
  expect(() => read(plugin)).toThrow(why);
});

it.each([
  [{ POT_PROVIDER_URL }, 'belong together'],
  [{ POT_PLUGIN_PATH: '/x.zip' }, 'belong together'],
])('refuses half of it: %j', (settings, why) => {
  expect(() => tokenProviderOf(readConfig(settings))).toThrow(why);
});

it.each([
  'http://user:word@127.0.0.1:4416',
  'http://127.0.0.1:4416/path',
  'http://127.0.0.1:4416?x',
  'ftp://x',
  'nonsense',
])('refuses the address %s', (address) => {
  expect(() => readConfig({ POT_PROVIDER_URL: address })).toThrow('POT_PROVIDER_URL');
});
