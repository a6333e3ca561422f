// The AppArmor profile of deploy/ is one that its parser accepts, for the program that the sandbox runs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findTool, judge, readDeploy } from '../support/deploy/deploy-tools.ts';

const PROFILE = readDeploy('apparmor/keepreel-bwrap');
/** Namespaces of users are known to AppArmor since 4.0, as Ubuntu 24.04 has it. */
const SINCE_4 = /^abi <abi\/4\.0>,$|^ {2}userns,$/gm;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-apparmor-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads a profile as `apparmor_parser -r` does, but loads nothing into the kernel. */
async function parse(profile: string): Promise<number | null> {
  const file = path.join(folder, 'profile');
  await writeFile(file, profile);
  const { code } = await judge(findTool('apparmor_parser'), [
    '--skip-kernel-load',
    '--skip-cache',
    file,
  ]);
  return code;
}

it('is accepted by the parser; by one before 4.0 without the lines that need it', async () => {
  const { output } = await judge(findTool('apparmor_parser'), ['--version']);
  const major = Number(/version (\d+)\./.exec(output)?.[1]);
  expect(PROFILE.match(SINCE_4)).toHaveLength(2);
  const readable = major >= 4 ? PROFILE : PROFILE.replace(SINCE_4, '');
  expect(await parse(readable)).toBe(0);
  expect(await parse(readable.replace('flags=(unconfined)', 'flags=(nothing)'))).not.toBe(0);
});

it('is for the program that the sandbox runs', () => {
  expect(PROFILE).toContain('\nprofile keepreel-bwrap /usr/bin/bwrap flags=(unconfined) {');
});
