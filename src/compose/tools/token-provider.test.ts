// Which plugins of a provider of tokens are taken, and what their hash says.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';
import { findKeptPlugin, hashPlugin, keepPlugin } from './plugin-files.ts';
import { configuredTokenProvider, readTokenProvider, tokenProviderText } from './token-provider.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'keepreel-plugin-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const POT_PROVIDER_URL = 'http://127.0.0.1:4416';
const configOf = (POT_PLUGIN_PATH: string) =>
  readConfig({ POT_PROVIDER_URL, POT_PLUGIN_PATH, DATA_DIR: path.join(folder, 'data') });
const read = (plugin: string) => readTokenProvider(configOf(plugin), POT_PROVIDER_URL);

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

it('refuses an address without a plugin, and has none without an address', () => {
  expect(() => configuredTokenProvider(readConfig({ POT_PROVIDER_URL }))).toThrow(
    'POT_PLUGIN_PATH: name the plugin',
  );
  expect(configuredTokenProvider(readConfig({ POT_PLUGIN_PATH: '/x.zip' }))).toBe('');
});

it('a text names the plugin by its hash, and finds what it was when the file has changed', () => {
  writePlugin();
  const config = configOf(folder);
  const text = configuredTokenProvider(config);
  expect(text).toMatch(/^http:\/\/127\.0\.0\.1:4416; plugin=[0-9a-f]{64}$/);
  const provider = readTokenProvider(config, text);
  if (!provider) throw new Error('nothing was read');
  const copy = keepPlugin(config.DATA_DIR, provider, []);
  writePlugin('x = 2\n');
  expect(configuredTokenProvider(config)).not.toBe(text);
  const before = readTokenProvider(config, text);
  expect(before).toEqual({ ...provider, plugin: copy });
  expect(readFileSync(path.join(copy, 'yt_dlp_plugins/extractor/b.py'), 'utf8')).toBe('x = 1\n');
  // What no hash speaks for is left behind.
  expect(existsSync(path.join(copy, 'yt_dlp_plugins/extractor/__pycache__'))).toBe(false);
  expect(tokenProviderText(before)).toBe(text);
  expect(() => keepPlugin(config.DATA_DIR, { ...provider, sha256: '0'.repeat(64) }, [])).toThrow(
    'has changed meanwhile',
  );
  expect(() => readTokenProvider(config, `${POT_PROVIDER_URL}; plugin=${'0'.repeat(64)}`)).toThrow(
    'no plugin with this SHA-256 is here',
  );
});

it('a copy that is no more what it was is not used, and made anew', () => {
  writePlugin();
  const config = configOf(folder);
  const text = configuredTokenProvider(config);
  const provider = readTokenProvider(config, text);
  if (!provider) throw new Error('nothing was read');
  const copy = keepPlugin(config.DATA_DIR, provider, []);
  const inCopy = path.join(copy, 'yt_dlp_plugins/extractor/b.py');
  writeFileSync(inCopy, 'x = 3\n');
  expect(readTokenProvider(config, text)).toEqual(provider);
  expect(keepPlugin(config.DATA_DIR, provider, [])).toBe(copy);
  expect(readFileSync(inCopy, 'utf8')).toBe('x = 1\n');
  rmSync(path.join(copy, 'yt_dlp_plugins'), { recursive: true });
  writePlugin('x = 2\n');
  expect(() => readTokenProvider(config, text)).toThrow('no plugin with this SHA-256 is here');
});

it('keeps ten plugins, and those in use', () => {
  const { DATA_DIR } = configOf(folder);
  let first = '';
  const hashes = Array.from({ length: 12 }, (_, at) => {
    const plugin = path.join(folder, 'plugin.zip');
    writeFileSync(plugin, `bytes ${at}`);
    const sha256 = hashPlugin(plugin);
    const copy = keepPlugin(DATA_DIR, { plugin, sha256 }, at === 0 ? [] : [first]);
    utimesSync(path.dirname(copy), at + 1, at + 1);
    if (at === 0) first = sha256;
    return sha256;
  });
  const kept = hashes.map((sha256) => findKeptPlugin(DATA_DIR, sha256) !== null);
  expect(kept).toEqual(hashes.map((_, at) => at === 0 || at >= 2));
});

it.each(['ftp://x', 'http://x/path', 'http://u:word@x', 'http://x\nhttp://y', 'none'])(
  'refuses the text %j',
  (text) => {
    expect(() => readTokenProvider(configOf(folder), text)).toThrow(
      /line 1: write one origin(?!.*word)/,
    );
  },
);

it.each([
  'http://user:word@127.0.0.1:4416',
  'http://127.0.0.1:4416/path',
  'http://127.0.0.1:4416?x',
  'ftp://x',
  'nonsense',
])('refuses the address %s', (address) => {
  expect(() => readConfig({ POT_PROVIDER_URL: address })).toThrow('POT_PROVIDER_URL');
});
