// Compares the documents with the code: settings, limits, calls, scripts, links, and the names of files in them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { BUCKETS } from '../../src/adapters/limiter/buckets.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import { buildApp } from '../../src/http/app.ts';
import type { Services } from '../../src/http/services.ts';
import { NO_FACTS } from '../support/http/http-fixture.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const NOT_OURS = new Set(['content', 'node_modules', '.git', '.engine', '.cache', 'dist', 'data']);

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const withoutCode = (text: string) =>
  text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`]*`/g, '');

/** Every document of the project, by its path from the root. The texts of pages are held by the build that reads them. */
function findDocuments(folder = ''): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : findDocuments(name);
    return entry.name.endsWith('.md') ? [name] : [];
  });
}

/** The anchor that a heading gets. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** Relative links that lead to nothing, from a document at `file`. */
function brokenLinks(file: string, text: string): string[] {
  const targets = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, target = '']) => target,
  );
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [name = '', anchor] = target.split('#');
    const there = name === '' ? file : path.join(path.dirname(file), name);
    if (name !== '' && !existsSync(path.join(ROOT, there))) return true;
    if (anchor === undefined) return false;
    const headings = (name === '' ? text : read(there)).matchAll(/^#+ (.*)$/gm);
    return ![...headings].some(([, heading = '']) => anchorOf(heading) === anchor);
  });
}

/** Files and folders of the project that a text names and that are not there; what follows a "<" or "*" is left open. */
function missingFiles(text: string): string[] {
  const named = /(?<![\w./-])(?:src|lab|tests|docs|scripts|engine|content|public|bench)\/[\w./-]*/g;
  return [...text.matchAll(named)]
    .map(([name]) => name.replace(/\.+$/, ''))
    .filter((name) => !existsSync(path.join(ROOT, name)));
}

/** Absolute paths that only make sense on the machine where they were written. */
function localPaths(text: string): string[] {
  const homes = /(?<![\w.])\/(?:home|Users|root|work|builds|workspaces?)\/[\w.-]+|\b[A-Z]:\\\w+/g;
  const here = ROOT.split(path.sep).length > 2 && text.includes(ROOT) ? [ROOT] : [];
  return [...[...text.matchAll(homes)].map(([found]) => found), ...here];
}

const documents = findDocuments().map((file) => [file, read(file)] as const);

describe('the documents', () => {
  it('are all found', () => {
    const files = documents.map(([file]) => file);
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'SECURITY.md', 'docs/api.md', 'docs/errors.md']),
    );
  });

  it.each(documents)('%s has no dead link', (file, text) => {
    expect(brokenLinks(file, text)).toEqual([]);
  });

  it.each(documents)('%s names no missing file', (_file, text) => {
    expect(missingFiles(text)).toEqual([]);
  });

  it.each(documents)("%s holds no path of somebody's machine", (_file, text) => {
    expect(localPaths(text)).toEqual([]);
  });

  it('would be found wrong', () => {
    expect(brokenLinks('docs/x.md', '[a](../README.md) [b](gone.md) [c](#no) `[d](e.md)`')).toEqual(
      ['gone.md', '#no'],
    );
    expect(
      brokenLinks('x.md', '# A b\n[a](#a-b) [b](docs/api.md#errors) [c](docs/api.md#no)'),
    ).toEqual(['docs/api.md#no']);
    expect(missingFiles('`src/main.ts`, `src/gone.ts`. lab/<id>.ts https://a.test/docs/x')).toEqual(
      ['src/gone.ts'],
    );
    expect(localPaths('in /home/me/x, at docs/home/x, C:\\Users')).toEqual([
      '/home/me',
      'C:\\Users',
    ]);
  });
});

describe('the README', () => {
  const readme = read('README.md');
  const scripts: Readonly<Record<string, string>> = manifest.scripts;
  const hooks = new Set(Object.keys(scripts).map((name) => `pre${name}`));
  const own = Object.keys(scripts).filter((name) => !hooks.has(name));

  it('is short', () => {
    expect(readme.split('\n').length).toBeLessThan(100);
  });

  it('names every npm script, and no other', () => {
    const named = [...readme.matchAll(/\bnpm (?:run ([\w:]+)|(start|test)\b)/g)];
    expect(new Set(named.map(([, long, short]) => long ?? short))).toEqual(new Set(own));
  });

  it.each(Object.entries(scripts))('%s starts an existing file: %s', (_name, command) => {
    const files = command.split(' ').filter((word) => /\.(mjs|ts)$/.test(word));
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });
});

describe('docs/configuration.md', () => {
  const table = [
    ...read('docs/configuration.md').matchAll(
      /^\| `([A-Z][A-Z0-9_]+)` \| (.+?) \| (.+?) \| .+ \|$/gm,
    ),
  ].map(([, name = '', byDefault = '', values = '']) => ({ name, byDefault, values }));
  const defaults: Readonly<Record<string, unknown>> = readConfig({});

  /** A default as the table writes it. */
  function written(value: unknown): string {
    if (value === undefined) return 'not set';
    if (Array.isArray(value)) return value.length === 0 ? 'none' : `\`${value.join(', ')}\``;
    const isInside = typeof value === 'string' && value.startsWith(ROOT + path.sep);
    return isInside ? `\`./${path.relative(ROOT, value)}\`` : `\`${value}\``;
  }

  /** What is said of a value that cannot work; empty when it can. */
  function refusalOf(name: string, value: string): string {
    try {
      readConfig({ [name]: value });
      return '';
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
      throw error;
    }
  }

  it('names every setting once, and no other', () => {
    const schema =
      /^const schema = z\.object\(\{$([\s\S]*?)^\}\);$/m.exec(read('src/config.ts'))?.[1] ?? '';
    const settings = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map(([, name = '']) => name);
    expect(settings.length).toBeGreaterThan(10);
    expect(table.map(({ name }) => name).sort()).toEqual(settings.sort());
  });

  it.each(table)('states the default of $name: $byDefault', ({ name, byDefault }) => {
    expect(byDefault).toBe(written(defaults[name]));
  });

  const ranges = table.flatMap(({ name, values }) => {
    const [, least, most] = /^(\d+) to (\d+)$/.exec(values) ?? [];
    return least && most ? [{ name, least: Number(least), most: Number(most) }] : [];
  });
  it.each(ranges)('$name goes from $least to $most', ({ name, least, most }) => {
    expect([least, most].map((value) => refusalOf(name, String(value)))).toEqual(['', '']);
    expect(refusalOf(name, String(least - 1))).not.toBe('');
    expect(refusalOf(name, String(most + 1))).not.toBe('');
  });

  const examples = table.flatMap(({ name, values }) => {
    const words = [...values.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
    return words.length > 0 ? [{ name, words }] : [];
  });
  it.each(examples)(
    '$name takes what its row shows, and all that it takes is shown',
    ({ name, words }) => {
      expect(words.filter((word) => refusalOf(name, word) !== '')).toEqual([]);
      const refusal = refusalOf(name, 'nonsense');
      expect(refusal).not.toBe('');
      const listed = [...refusal.matchAll(/"([\w-]+)"/g)].map(([, word = '']) => word);
      if (listed.length > 0) expect(words.sort()).toEqual(listed.sort());
    },
  );
});

describe('docs/api.md', () => {
  const text = read('docs/api.md');

  it('has the limits of the code', () => {
    const rows = [...text.matchAll(/^\| `(\w+)` \| (\d+) \| (\d+) ms \|/gm)].map((row) => [
      row[1],
      { burst: Number(row[2]), refillMs: Number(row[3]) },
    ]);
    const buckets = Object.entries(BUCKETS).map(([name, { burst, refillMs }]) => [
      name,
      { burst, refillMs },
    ]);
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(buckets));
    const others = Object.entries(BUCKETS).flatMap(([name, bucket]) =>
      'networkFactors' in bucket ? [`\`${name}\``] : [],
    );
    const list = new Intl.ListFormat('en-GB').format(others);
    expect(text).toContain(`(${list}: the same and twice)`);
  });

  it('has every call, and no other', async () => {
    // No request is made, so no service is needed.
    const services = { ready: {}, limits: { programLinks: true } } as unknown as Services;
    const app = await buildApp(services, {
      publicUrl: undefined,
      site: NO_FACTS,
      trustedProxies: [],
      webDir: path.join(ROOT, 'dist/web'),
      publicDir: path.join(ROOT, 'public'),
      logLevel: 'silent',
    });
    await app.ready();
    const calls = Object.entries(app.swagger().paths ?? {}).flatMap(([address, methods]) =>
      Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${address}`),
    );
    await app.close();
    const headings = [...text.matchAll(/^## `([A-Z]+ \S+)`$/gm)].map(([, call = '']) => call);
    expect(headings.sort()).toEqual(calls.sort());
    expect(text.match(/^ {4}curl /gm)?.length).toBeGreaterThanOrEqual(calls.length);
  });
});

describe('docs/installation.md', () => {
  it('names every package that set-up installs', () => {
    const named = read('docs/installation.md');
    const source = read('scripts/system-packages.mjs');
    const packages = [...source.matchAll(/package: '([a-z0-9-]+)'/g)].map(([, name]) => name);
    expect(packages.length).toBeGreaterThan(10);
    expect(packages.filter((name) => !named.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('a decision', () => {
  const decisions = readdirSync(path.join(ROOT, 'docs/decisions')).filter(
    (name) => name !== 'README.md',
  );

  it.each(decisions)('%s is short, dated, and says what, why and what follows', (name) => {
    const text = read(`docs/decisions/${name}`);
    const number = /^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1];
    expect(text).toMatch(new RegExp(`^# ${number}\\. .+\n\n20\\d\\d-\\d\\d-\\d\\d\n`));
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
      'Context',
      'Decision',
      'Consequences',
    ]);
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(30);
  });

  it('has a number of its own and a line in the index', () => {
    const index = [...read('docs/decisions/README.md').matchAll(/\]\((\d{4}-.+?\.md)\)/g)];
    expect(index.map(([, name]) => name)).toEqual(decisions.sort());
    expect(new Set(decisions.map((name) => name.slice(0, 4))).size).toBe(decisions.length);
  });
});
