// The recipes of docs/api.md for programs with a key, as they stand there, against the product and the lab.
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAdminCommand } from '../../../src/commands/admin.ts';
import { readConfig } from '../../../src/config.ts';
import type { Job } from '../../../src/shared/api/download.ts';
import { film, filmLink } from '../../fixtures/download/films.ts';
import {
  type DownloadFixture,
  startDownloadFixture,
} from '../../support/product/download-fixture.ts';

const run = promisify(execFile);
/** Not in Debian's archive: its recipe is followed where it is installed. */
const POWERSHELL = 'pwsh';
const document = await readFile(path.resolve('docs/api.md'), 'utf8');
const recipe = (language: string) => {
  const [, text] = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'm').exec(document) ?? [];
  if (text === undefined) throw new Error(`docs/api.md has no recipe in ${language}`);
  return text;
};

let fixture: DownloadFixture;
let folder: string;
let key: string;
beforeAll(async () => {
  fixture = await startDownloadFixture({ filmOf: () => film('A film', 4) });
  const config = readConfig({ DATA_DIR: fixture.dataDir, LOG_LEVEL: 'silent' });
  const terminal = { isTerminal: true, readAll: async () => '' };
  const { message } = await runAdminCommand(config, ['keys', 'add', 'Recipes'], terminal);
  key = /kr_[\w-]{43}$/.exec(message)?.[0] ?? '';
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-recipe-'));
  return () => rm(folder, { recursive: true });
});

async function follow(language: string, program: string, args: readonly string[], link: string) {
  const file = path.join(folder, `recipe.${language}`);
  await writeFile(file, recipe(language));
  return run(program, [...args, file], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      SITE: fixture.origin(),
      KEY: key,
      LINK: link,
      LANG: 'C.UTF-8',
    },
  });
}

/** The file that a recipe saved is that of the key's newest download. */
async function expectSaved(name?: string): Promise<void> {
  const list = await fetch(`${fixture.origin()}/api/jobs`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { jobs } = (await list.json()) as { jobs: readonly Job[] };
  const [job] = jobs;
  const saved = (await readdir(folder)).filter((file) => file.endsWith('.mp4'));
  expect(saved).toEqual([name ?? job?.result?.filename]);
  const bytes = await readFile(path.join(folder, saved[0] ?? ''));
  expect(bytes.length).toBe(job?.result?.receipt.bytes);
  const sha256 = job?.result?.receipt.sha256;
  if (sha256) expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
}

describe('a recipe', () => {
  it('for curl saves the file', async () => {
    const link = filmLink('101');
    await follow('sh', 'sh', [], link);
    await expectSaved();
    expect(JSON.parse(await readFile(path.join(folder, 'inspection.json'), 'utf8'))).toMatchObject({
      success: true,
    });
  });

  it('for Python saves the file', async () => {
    const link = filmLink('102');
    const { stdout } = await follow('python', 'python3', [], link);
    expect(stdout.trim()).not.toBe('');
    await expectSaved();
  });

  it.each(['sh', 'python'])('in %s says why there is no file', async (language) => {
    const program = language === 'sh' ? 'sh' : 'python3';
    const failing = follow(language, program, [], 'https://elsewhere.example/video');
    await expect(failing).rejects.toMatchObject({
      stderr: expect.stringMatching(language === 'sh' ? /422/ : /^Unsupported platform/),
    });
  });

  it('for PowerShell names calls that there are, and closes what it opens', async () => {
    const text = recipe('powershell');
    const headings = [...document.matchAll(/^## `\w+ (\S+)`$/gm)].map(([, call = '']) => call);
    const calls = [...text.matchAll(/\/api\/[a-z]+/g)].map(([call]) => call);
    expect(calls).toEqual(['/api/inspect', '/api/download', '/api/jobs']);
    for (const call of calls) expect(headings).toContain(call);
    const open: string[] = [];
    const closes: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[' };
    for (const letter of text.replace(/'[^'\n]*'/g, "''")) {
      if ('({['.includes(letter)) open.push(letter);
      if (letter in closes) expect(open.pop()).toBe(closes[letter]);
    }
    expect([open, (text.match(/"/g)?.length ?? 1) % 2]).toEqual([[], 0]);
  });

  it.runIf(spawnSync(POWERSHELL, ['-Version']).status === 0)(
    'for PowerShell saves the file',
    async () => {
      const link = filmLink('103');
      await writeFile(path.join(folder, 'recipe.ps1'), recipe('powershell'));
      await follow('powershell', POWERSHELL, ['-NoProfile', '-Command', '& ./recipe.ps1 #'], link);
      await expectSaved('video.mp4');
    },
  );
});
