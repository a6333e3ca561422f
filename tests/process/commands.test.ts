// What the program answers to words that are no command: lines to read, and no server.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const COMMANDS = ['doctor', 'seed', 'admin', 'backup', 'restore'];

const start = (word: string) =>
  run(process.execPath, ['src/main.ts', word], {
    cwd: ROOT,
    // A server that starts after all ends here instead of serving; help needs no valid settings.
    env: { PATH: process.env['PATH'] ?? '', PORT: 'no port' },
  });

describe('words after the program', () => {
  it.each(['--help', '-h', 'help'])('%s lists the commands', async (word) => {
    const { stdout, stderr } = await start(word);
    for (const command of COMMANDS) expect(stdout).toContain(`src/main.ts ${command} `);
    expect(stderr).toBe('');
  });

  it('an unknown command is refused, with the list', async () => {
    await expect(start('serv')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Unknown command: serv\n[\s\S]*src\/main\.ts doctor /),
      stdout: '',
    });
  });
});
