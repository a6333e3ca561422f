// Answers of the engine for tests: info dicts sent through engine/project.py, and the context to read them in.
import { spawnSync } from 'node:child_process';
import type { Link } from '../../../src/shared/platforms/platform.ts';

const PROGRAM = `
import json, sys
sys.path.insert(0, 'engine')
import project
for info in json.load(sys.stdin):
    print(json.dumps(project.project(info), allow_nan=False))
`;

/** What engine/project.py makes of info dicts, all in one Python process. */
export function projected(infos: readonly unknown[]): unknown[] {
  const lines = runPython(PROGRAM, JSON.stringify(infos)).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** Standard output of a Python program; throws with its standard error when it fails. */
export function runPython(program: string, input = ''): string {
  const { status, stdout, stderr } = spawnSync('python3', ['-I', '-B', '-c', program], {
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    cwd: new URL('../../..', import.meta.url),
  });
  if (status !== 0) throw new Error(`python3 ended with ${status}: ${stderr.slice(-2000)}`);
  return stdout;
}

/** A link as the normaliser makes it, for answers that name no other. */
export const aLink: Link = {
  platform: 'youtube',
  kind: 'video',
  id: 'dQw4w9WgXcQ',
  address: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  hints: {},
};

/** A context to read an answer about {@link aLink} in, half past midnight on 2 June 2026. */
export const aContext = {
  link: aLink,
  now: Date.UTC(2026, 5, 2, 0, 30),
  egress: 'direct',
  expectedExtractors: ['Youtube'],
  warnings: [] as readonly string[],
  newId: () => 'inspection-1',
};
