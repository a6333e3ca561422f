// The arrows between the rooms of the house, as a pure check over source texts.
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { isTest, type Tree } from './read-tree.ts';

type Import = {
  readonly target: string;
  readonly isTypeOnly: boolean;
  /** Loaded when it is needed, by `import()`. */
  readonly isLate: boolean;
};

/** `src/adapters/door/dial.ts` lies in `adapters/door`, `src/main.ts` in `main`. */
export function roomOf(file: string): string {
  const [top, room, inner] = file.split('/');
  if (top !== 'src') return top ?? '';
  if (room === 'adapters') return `adapters/${inner}`;
  return room?.includes('.') || room === 'compose' || room === 'commands' ? 'main' : (room ?? '');
}

/** Every import of a file: packages and node: modules by name, files by their path from the root. */
export function importsOf(file: string, text: string): Import[] {
  const { module } = parseSync(file, text);
  const resolve = (name: string) =>
    name.startsWith('.') ? path.join(path.dirname(file), name) : name;
  const fixed = module.staticImports.map((one) => ({
    target: resolve(one.moduleRequest.value),
    isTypeOnly: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
    isLate: false,
  }));
  const passedOn = module.staticExports.flatMap((one) =>
    one.entries.flatMap((entry) =>
      entry.moduleRequest
        ? { target: resolve(entry.moduleRequest.value), isTypeOnly: entry.isType, isLate: false }
        : [],
    ),
  );
  const late = module.dynamicImports.flatMap((one) => {
    const name = text.slice(one.moduleRequest.start, one.moduleRequest.end);
    return /^['"]/.test(name)
      ? { target: resolve(name.slice(1, -1)), isTypeOnly: false, isLate: true }
      : [];
  });
  return [...fixed, ...passedOn, ...late];
}

/** Rooms that a room may import from; `package` and `node` stand for what comes from outside the house. */
function allowedFrom(room: string): readonly string[] {
  if (room === 'shared') return ['shared'];
  if (room === 'core') return ['core', 'shared'];
  if (room === 'web') return ['web', 'shared', 'package'];
  if (room === 'extension') return ['extension', 'web', 'shared', 'package'];
  if (room === 'http') return ['http', 'core', 'shared', 'package', 'node'];
  if (room === 'adapters/process') return ['adapters/process', 'core', 'shared', 'package', 'node'];
  if (room.startsWith('adapters/')) {
    return [room, 'adapters/process', 'adapters/door', 'core', 'shared', 'package', 'node'];
  }
  return [];
}

/** Packages that core may import: they compute, and touch neither files nor the network. */
const CORE_PACKAGES: ReadonlySet<string> = new Set(['lru-cache', 'minisearch', 'p-limit']);

/** What could open a connection past the door. node:net and node:tls also listen and read addresses, so they are not here. */
const OUTWARD = /^(undici|(node:)?(https?|http2|dgram|dns(\/promises)?))$/;

/** The door, and what is sent to addresses that the operator named, where no visitor has a say: an alarm's, and those of other servers. */
const MAY_GO_OUT: ReadonlySet<string> = new Set([
  'adapters/door',
  'adapters/alarms',
  'adapters/servers',
]);

const isInWireContract = (file: string) => file.startsWith('src/shared/api/');

/** Sentences about every arrow that points the wrong way. */
export function wrongArrows(tree: Tree): string[] {
  const wrong: string[] = [];
  for (const [file, text] of tree) {
    const room = roomOf(file);
    if (isTest(file) || room === 'main') continue;
    for (const { target, isTypeOnly } of importsOf(file, text)) {
      const to = target.startsWith('node:')
        ? 'node'
        : /^(src|extension)\//.test(target)
          ? roomOf(target)
          : 'package';
      const isWireContract = isInWireContract(file) && target === 'zod';
      const isCorePackage = room === 'core' && CORE_PACKAGES.has(target);
      if (!allowedFrom(room).includes(to) && !isWireContract && !isCorePackage)
        wrong.push(`${file} must not import ${target}`);
      if ((room === 'web' || room === 'extension') && isInWireContract(target) && !isTypeOnly) {
        wrong.push(`${file} may import only types of the wire contract`);
      }
      if (!MAY_GO_OUT.has(room) && OUTWARD.test(target)) {
        wrong.push(`${file} must go out through adapters/door`);
      }
      if (room !== 'adapters/process' && /^(node:)?child_process$/.test(target)) {
        wrong.push(`${file} must start programs through adapters/process`);
      }
    }
  }
  return wrong;
}

/** Things that only one room may touch: a pattern, where it may stand, and how it is said. */
const KEPT_PLACES: readonly {
  pattern: RegExp;
  allowed: (file: string) => boolean;
  says: string;
}[] = [
  {
    pattern: /\bprocess\.env\b/,
    allowed: (file) => file === 'src/main.ts',
    says: 'reads process.env',
  },
  {
    pattern: /\bDate\.now\(|new Date\(\)/,
    allowed: (file) =>
      file.startsWith('src/adapters/clock/') || file === 'src/web/browser/clock.ts',
    says: 'asks for the time without the Clock',
  },
  {
    pattern: /(?<![.\w])fetch\(/,
    allowed: (file) => file.startsWith('src/web/'),
    says: 'fetches past the door',
  },
  {
    pattern: /\bconsole\./,
    allowed: (file) => /^src\/(main\.ts$|commands\/doctor\.ts$|web\/)/.test(file),
    says: 'writes to the console',
  },
  { pattern: /catch\s*(\(\w+\)\s*)?\{\s*\}/, allowed: () => false, says: 'swallows an error' },
];

/** Sentences about everything that stands in a room where it does not belong. */
export function misplaced(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) =>
    isTest(file) || !file.startsWith('src/')
      ? []
      : KEPT_PLACES.filter(({ pattern, allowed }) => pattern.test(text) && !allowed(file)).map(
          ({ says }) => `${file} ${says}`,
        ),
  );
}
