// Which tests a change can reach beyond what imports show, for `npm test -- --changed`.
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';

/** Reads the built pages. */
const BROWSER = [
  'tests/{pages,flows,base-path}/**',
  'tests/operators/pages-*',
  'tests/http/own-origin*',
];
/** Starts the server or other programs of the project as processes. */
const PROCESSES = ['tests/{faults,process,security}/**', 'tests/operators/admin-uploads*'];
const ENGINE = ['tests/{lab,faults,process}/**', 'src/adapters/{ytdlp,engine-releases}/**'];

/** Files that tests read, build or start without importing them, and those tests. All globs from the project's root. */
export const REACHES: readonly (readonly [changed: string, tests: readonly string[]])[] = [
  ['**', ['tests/house/**']],
  ['{src/web,src/shared,content,public}/**', [...BROWSER, 'tests/process/deployment*']],
  ['scripts/{web/**,build-*}', [...BROWSER, 'tests/process/deployment*']],
  ['src/!(web)/**', PROCESSES],
  ['src/*.ts', PROCESSES],
  ['scripts/**', ['tests/process/**', 'tests/http/source*']],
  ['engine/**', [...ENGINE, 'tests/security/**']],
  ['docs/**', ['tests/pages/api-page*']],
  ['{deploy/**,docs/configuration.md}', ['tests/process/deploy*']],
  ['tests/fixtures/**', [...BROWSER, ...PROCESSES, 'src/adapters/**']],
  ['tests/support/**', PROCESSES],
];

/** Everything that may depend on any file: then all tests run. */
const ALL = ['package-lock.json', 'vitest.config.ts', 'vite.config.ts', 'tests/support/run/**'];

/** The files that differ from a commit (default: the last one), and those git does not know yet. */
export function changedFiles(since: string | true): readonly string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...git('diff', '--name-only', '--relative', since === true ? 'HEAD' : since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

/** The tests that a change of these files can reach though they do not import them; `all` where that is every test. */
export function testsReachedBy(changed: readonly string[]): readonly string[] | 'all' {
  if (changed.some((file) => ALL.some((glob) => matchesGlob(file, glob)))) return 'all';
  const globs = REACHES.flatMap(([from, tests]) =>
    changed.some((file) => matchesGlob(file, from)) ? tests : [],
  );
  return globSync([...new Set(globs)]).filter((file) => file.endsWith('.test.ts'));
}
