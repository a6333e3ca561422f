// The kinds of sandboxes for child processes, and the command line that builds each.
import type { Launcher } from './launcher.ts';

/** From strongest to weakest. */
export const SANDBOX_KINDS = ['bubblewrap', 'namespaces', 'plain'] as const;

export type SandboxKind = (typeof SANDBOX_KINDS)[number];

/** What this machine supports, as `probeSandboxes` found, for `startProgram` and the doctor. */
export type Sandbox = {
  readonly kind: SandboxKind;
  /** Killing the outermost process ends everything it started, and so does the death of this server. */
  readonly isolatesProcesses: boolean;
  /** `network: 'none'` leaves a child without any network. */
  readonly isolatesNetwork: boolean;
  /** A child with `files` sees only these and the system's programs. */
  readonly isolatesFiles: boolean;
  /** A child may create namespaces of its own inside the sandbox (`nested`). */
  readonly nests: boolean;
  /** Why no stronger kind was chosen; empty for the strongest. */
  readonly why: string;
  readonly tools: SandboxTools;
  /** Starts its programs; without one this process does. */
  readonly launcher?: Launcher;
};

/** Helpers of util-linux and coreutils that work here. */
export type SandboxTools = {
  readonly setpriv: boolean;
  readonly prlimit: boolean;
  readonly choom: boolean;
  readonly nice: boolean;
  /** Whether to create a user namespace; without it only root can create the others. */
  readonly userNamespace: boolean;
};

/** Limits that the kernel enforces for each process of the tree. */
export type ProcessLimits = {
  readonly fileBytes?: number;
  readonly cpuSeconds?: number;
  readonly dataBytes?: number;
  readonly files?: number;
  readonly processes?: number;
};

/** What a child needs. Paths are absolute; missing ones are left out. */
export type SandboxOptions = {
  readonly program: string;
  readonly args: readonly string[];
  readonly network: 'none' | 'host';
  readonly cwd: string;
  readonly files?: { readonly read: readonly string[]; readonly write: readonly string[] };
  readonly limits?: ProcessLimits;
  /** Gives way to everything else on the machine. Default: no. */
  readonly yields?: boolean;
  /**
   * Keeps the capability to create PID namespaces inside. For the zygote, which drops it in its workers and ends with
   * everything it started when its stdin closes.
   */
  readonly nested?: boolean;
};

/**
 * Starts the program only if the server answers on its stderr, which is a socket. The kernel ends a process with its parent from the
 * moment that this was set, and the server may have died before, though threads or children of it still hold the socket.
 */
const IF_SERVER_LIVES = ['sh', '-c', 'echo >&2 && read -r _ <&2 && exec "$@"', 'sh'];

// Read by the programs of every distribution; /etc itself stays outside.
const SYSTEM_FILES = [
  '/etc/alternatives',
  '/etc/ca-certificates',
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/etc/pki',
  '/etc/ssl',
];
const MERGED_FOLDERS = ['bin', 'sbin', 'lib', 'lib32', 'lib64'];
const DEVICES = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'];

/** The command line, program first, that runs `options` inside `sandbox`. Pure. */
export function commandIn(sandbox: Sandbox, options: SandboxOptions): [string, ...string[]] {
  // Without a sandbox around it, the zygote ends what it started when its stdin closes. Killed, it could not.
  const endsItself = sandbox.kind === 'plain' && options.nested === true;
  // The order matters: setpriv ties the outermost process to this server, and each further layer ties itself to that process. Bubblewrap
  // ties itself, later: killed before, it would leave its child waiting for it forever.
  const tiesItself = endsItself || sandbox.kind === 'bubblewrap';
  const words = [
    ...(sandbox.tools.setpriv
      ? ['setpriv', '--no-new-privs', ...(tiesItself ? [] : ['--pdeathsig', 'SIGKILL'])]
      : []),
    ...(sandbox.tools.prlimit ? limitWords(options.limits ?? {}) : []),
    // The kernel derives the priority on the disk from it.
    ...(sandbox.tools.nice && options.yields ? ['nice', '-n', '10'] : []),
    ...(sandbox.tools.choom ? ['choom', '-n', '500', '--'] : []),
    ...wallWords(sandbox, options),
    ...(endsItself ? [] : IF_SERVER_LIVES),
    options.program,
    ...options.args,
  ];
  return words as [string, ...string[]];
}

function limitWords(limits: ProcessLimits): string[] {
  const words = ['prlimit', '--core=0'];
  if (limits.fileBytes !== undefined) words.push(`--fsize=${limits.fileBytes}`);
  if (limits.cpuSeconds !== undefined) words.push(`--cpu=${limits.cpuSeconds}`);
  if (limits.dataBytes !== undefined) words.push(`--data=${limits.dataBytes}`);
  if (limits.files !== undefined) words.push(`--nofile=${limits.files}`);
  if (limits.processes !== undefined) words.push(`--nproc=${limits.processes}`);
  return [...words, '--'];
}

function wallWords(sandbox: Sandbox, options: SandboxOptions): string[] {
  if (sandbox.kind === 'plain') return [];
  if (sandbox.kind === 'bubblewrap') return bubblewrapWords(sandbox, options);
  const keepsRights = options.nested && sandbox.nests;
  const words = [
    'unshare',
    '--pid',
    '--fork',
    '--kill-child=KILL',
    '--mount-proc',
    '--ipc',
    '--uts',
  ];
  if (sandbox.tools.userNamespace) words.push('--user', '--map-current-user');
  if (sandbox.tools.userNamespace && keepsRights) words.push('--keep-caps');
  if (options.network === 'none' && sandbox.isolatesNetwork) words.push('--net');
  words.push('--');
  // Without a user namespace this is root itself, which must lose its capabilities inside.
  if (!sandbox.tools.userNamespace && !keepsRights) {
    words.push('setpriv', '--bounding-set=-all', '--inh-caps=-all', '--');
  }
  return words;
}

function bubblewrapWords(sandbox: Sandbox, options: SandboxOptions): string[] {
  const words = ['bwrap', '--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts'];
  // Not `--new-session`: it is in one already, without a terminal, whose priority `yieldSession` lowers as a whole.
  words.push('--die-with-parent', '--as-pid-1');
  if (options.network === 'none' && sandbox.isolatesNetwork) words.push('--unshare-net');
  if (options.nested && sandbox.nests) words.push('--cap-add', 'CAP_SYS_ADMIN');
  else words.push('--cap-drop', 'ALL');
  if (options.files) words.push(...systemWords(), '--tmpfs', '/tmp', ...bindWords(options.files));
  else words.push('--dev-bind', '/', '/', '--proc', '/proc');
  words.push('--chdir', options.cwd, '--');
  return words;
}

function systemWords(): string[] {
  // `-try` variants: not every system has each of these, and with a merged /usr the short names are links.
  return [
    '--ro-bind',
    '/usr',
    '/usr',
    ...MERGED_FOLDERS.flatMap((name) => ['--ro-bind-try', `/${name}`, `/${name}`]),
    ...SYSTEM_FILES.flatMap((path) => ['--ro-bind-try', path, path]),
    '--proc',
    '/proc',
    '--dir',
    '/dev',
    ...DEVICES.flatMap((path) => ['--dev-bind-try', path, path]),
  ];
}

function bindWords(files: NonNullable<SandboxOptions['files']>): string[] {
  const binds = [
    ...files.read.map((path) => ({ path, option: '--ro-bind-try' })),
    ...files.write.map((path) => ({ path, option: '--bind-try' })),
  ];
  // Outer folders first, so that they do not hide what is in them.
  binds.sort((a, b) => a.path.length - b.path.length);
  return binds.flatMap(({ path, option }) => [option, path, path]);
}
