// Finds by trial which sandboxes this machine supports; runs once at start, shown by the doctor.
import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { killNow } from './kill-tree.ts';
import { namespaceRefusal } from './namespace-refusal.ts';
import { runProgram, startProgram } from './run.ts';
import { SANDBOX_KINDS, type Sandbox, type SandboxKind, type SandboxTools } from './sandbox.ts';

const TRY_MS = 5000;
const DEATH_MS = 1000;
const NO_TOOLS: SandboxTools = {
  setpriv: false,
  prlimit: false,
  choom: false,
  nice: false,
  userNamespace: false,
};
const NOTHING: Sandbox = {
  kind: 'plain',
  isolatesProcesses: false,
  isolatesNetwork: false,
  isolatesFiles: false,
  nests: false,
  why: '',
  tools: NO_TOOLS,
};

/**
 * Tries each kind, strongest first, on a harmless program with a grandchild in its own session, and returns the first
 * that works: no network, no file outside, and nothing alive once the outermost process is killed. Takes well under a
 * second. `kinds` leaves some out, for tests and operators. Never throws.
 */
export async function probeSandboxes(
  kinds: readonly SandboxKind[] = SANDBOX_KINDS,
): Promise<Sandbox> {
  const plain = { ...NOTHING, tools: await probeTools() };
  const reasons: string[] = [];
  const why = (usersMay: boolean) => {
    const tried = reasons.join('; ');
    const refusal = usersMay || tried === '' ? null : namespaceRefusal();
    return refusal ? `${refusal} (${tried})` : tried;
  };
  for (const candidate of candidatesOf(plain, kinds)) {
    const label = labelOf(candidate);
    const { failure, seesOutside } = await trySandbox(candidate);
    if (failure === '') {
      const sandbox = { ...candidate, isolatesFiles: candidate.isolatesFiles && !seesOutside };
      return {
        ...sandbox,
        nests: await tryNesting(sandbox),
        why: why(sandbox.tools.userNamespace),
      };
    }
    reasons.push(`${label}: ${failure}`);
  }
  return { ...plain, why: why(false) || 'asked for' };
}

async function probeTools(): Promise<SandboxTools> {
  const [setpriv, prlimit, choom, nice] = await Promise.all([
    works(['setpriv', '--pdeathsig', 'SIGKILL', '--no-new-privs', 'true']),
    works(['prlimit', '--core=0', '--', 'true']),
    works(['choom', '-n', '500', '--', 'true']),
    works(['nice', '-n', '10', 'true']),
  ]);
  return { setpriv, prlimit, choom, nice, userNamespace: false };
}

async function works([program, ...args]: [string, ...string[]]): Promise<boolean> {
  return (await outcomeOf(NOTHING, program, args)) === '';
}

function candidatesOf(plain: Sandbox, kinds: readonly SandboxKind[]): Sandbox[] {
  const walls = { isolatesProcesses: true, isolatesNetwork: true, nests: true };
  const withUser = { ...plain.tools, userNamespace: true };
  const candidates: Sandbox[] = [
    { ...plain, ...walls, kind: 'bubblewrap', isolatesFiles: true, tools: withUser },
    { ...plain, ...walls, kind: 'namespaces', tools: withUser },
  ];
  // Where users may not create namespaces, root may.
  if (process.getuid?.() === 0) candidates.push({ ...plain, ...walls, kind: 'namespaces' });
  return candidates.filter((candidate) => kinds.includes(candidate.kind));
}

function labelOf(sandbox: Sandbox): string {
  if (sandbox.kind === 'bubblewrap') return 'bubblewrap';
  return sandbox.tools.userNamespace ? 'user namespaces' : 'namespaces as root';
}

async function trySandbox(sandbox: Sandbox): Promise<{ failure: string; seesOutside: boolean }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-probe-'));
  // A number that no other process has among its arguments.
  const mark = `${randomInt(300, 400)}.${randomInt(1e9, 9e9)}`;
  const script = `cat /proc/net/dev; [ -e ${folder} ] && echo sees-outside; (setsid sleep ${mark} >/dev/null 2>&1 &); echo tried; sleep ${mark}`;
  try {
    const program = await startProgram({
      sandbox,
      program: '/bin/sh',
      args: ['-c', script],
      network: 'none',
      files: { read: [], write: [] },
    });
    const timer = setTimeout(program.kill, TRY_MS);
    const output = await textUntil(program.stdout, 'tried');
    clearTimeout(timer);
    if (!output.includes('tried')) {
      program.kill();
      await program.ended;
      return { failure: firstLine(program.stderrTail()) || 'it did not start', seesOutside: true };
    }
    // Only the outermost process, as when the kernel ends it after the death of the server.
    killNow(program.pid);
    const survivors = await survivorsOf(mark);
    for (const pid of survivors) killNow(pid);
    await program.ended;
    return {
      failure: failureOf(output, survivors.length),
      seesOutside: output.includes('sees-outside'),
    };
  } catch (error) {
    return { failure: String(error), seesOutside: true };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function failureOf(output: string, survivors: number): string {
  if (survivors > 0) return 'a grandchild survived';
  // Two header lines, then one per interface: a namespace of its own has only `lo`.
  const interfaces = output.split('\n').filter((line) => /^\s*[\w.-]+:/.test(line));
  return interfaces.every((line) => line.trim().startsWith('lo:'))
    ? ''
    : 'the network stayed reachable';
}

async function tryNesting(sandbox: Sandbox): Promise<boolean> {
  // Needs what the zygote needs: a PID namespace within its own.
  const args = ['--pid', '--fork', 'true'];
  return (await outcomeOf(sandbox, 'unshare', args, true)) === '';
}

/** Empty when the program succeeded, else its output. */
async function outcomeOf(
  sandbox: Sandbox,
  program: string,
  args: string[],
  nested = false,
): Promise<string> {
  try {
    const result = await runProgram({
      sandbox,
      program,
      args,
      nested,
      network: 'host',
      signal: AbortSignal.timeout(TRY_MS),
      deadlineMs: TRY_MS,
      maxStdoutBytes: 10_000,
    });
    return result.exitCode === 0
      ? ''
      : firstLine(result.stderrTail) || `ended with ${result.exitCode}`;
  } catch (error) {
    return String(error);
  }
}

async function textUntil(stream: NodeJS.ReadableStream, last: string): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.includes(last)) break;
  }
  return text;
}

async function survivorsOf(mark: string): Promise<number[]> {
  const end = performance.now() + DEATH_MS;
  while (performance.now() < end) {
    const found = processesWith(mark);
    if (found.length === 0) return [];
    await wait(5);
  }
  return processesWith(mark);
}

function processesWith(mark: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && commandOf(pid).includes(mark));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch (error) {
    // It ended meanwhile.
    if (error instanceof Error) return '';
    throw error;
  }
}

function firstLine(text: string): string {
  return (text.trim().split('\n')[0] ?? '').slice(0, 200);
}
