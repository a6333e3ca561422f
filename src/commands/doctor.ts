// `npm run doctor`: reports which programs and features are available, degraded or missing.
import { statfs } from 'node:fs/promises';
import { probeSandboxes } from '../adapters/process/probe-sandboxes.ts';
import { runProgram } from '../adapters/process/run.ts';
import { otherFiles } from '../adapters/ytdlp/accounts.ts';
import { describeEngine } from '../adapters/ytdlp/describe.ts';
import { extraCertificates } from '../compose/certificates.ts';
import { accountFilesOf } from '../compose/cookie-file.ts';
import type { ConfiguredSetup } from '../compose/egress/setups.ts';
import { engineOptions } from '../compose/engine.ts';
import { type Config, ConfigError } from '../config.ts';
import { codeOf } from '../shared/errors.ts';
import { databaseFindings } from './doctor-database.ts';
import { egressFindings } from './doctor-egress.ts';
import { findingsOfEngine, UPDATE_ENGINE } from './doctor-engine.ts';
import { newestFindings } from './doctor-newest.ts';
import { setupInUse } from './doctor-setup.ts';
import { type Finding, sharedFindings } from './doctor-shared.ts';
import { tokenFindings } from './doctor-tokens.ts';

const GB = 1e9;
const LOW_DISK_BYTES = 5 * GB;

const HOST_NETWORK =
  'shared with this machine: code inside yt-dlp could bypass the egress proxy. Allow namespaces, or add a firewall rule for the user of the server';

const INSTALL_FFMPEG =
  '; install it with "apt install ffmpeg", or set FFMPEG_PATH and FFPROBE_PATH';

const MARKS = { ok: '  ok        ', degraded: '  degraded  ', missing: '  MISSING   ' } as const;

/** Prints all findings. Returns false when something is missing that the server needs. */
export async function runDoctor(config: Config): Promise<boolean> {
  const sandbox = await probeSandboxes();
  const findings: Finding[] = [
    { state: 'ok', name: 'Node', message: process.version },
    ...(await programFindings(config, sandbox)),
    ...(await setupFindings(config, sandbox)),
    ...(await accountFindings(config)),
    await diskFinding(config),
    ...(await databaseFindings(config)),
    ...(await sharedFindings(config)),
  ];
  for (const { state, name, message } of findings)
    console.log(`${MARKS[state]}${name.padEnd(22)} ${message}`);
  return findings.every(({ state }) => state !== 'missing');
}

async function programFindings(config: Config, sandbox: Sandbox): Promise<Finding[]> {
  return [
    sandboxFinding(sandbox),
    engineNetworkFinding(sandbox),
    ...(await mediaFindings(config, sandbox)),
  ];
}

/** Of yt-dlp and what it runs with. */
async function setupFindings(config: Config, sandbox: Sandbox): Promise<Finding[]> {
  try {
    const { setup, finding } = await setupInUse(config);
    return [
      finding,
      ...(await engineFindings(config, sandbox, setup)),
      ...(await egressFindings(config, setup.egresses)),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ state: 'missing', name: 'setup', message: error.message }];
  }
}

/** Files that are named at most. */
const MAX_NAMED = 5;

/** The operator's cookies, without which the server does not start once they are set; whether they work, the cockpit says. */
async function accountFindings(config: Config): Promise<Finding[]> {
  const name = 'accounts';
  try {
    const files = accountFilesOf(config);
    if (!files) return [];
    const place = 'file' in files ? files.file : files.folder;
    const others = 'file' in files ? [] : await otherFiles(files.folder);
    const message = `cookies from ${place}; the cockpit says which work`;
    if (others.length === 0) return [{ state: 'ok', name, message }];
    const ignored = `ignored: ${others.slice(0, MAX_NAMED).join(', ')}; accounts are named as youtube.txt or youtube.second@home.txt`;
    return [{ state: 'degraded', name, message: `${message}; ${ignored}` }];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ state: 'missing', name, message: error.message }];
  }
}

type Sandbox = Awaited<ReturnType<typeof probeSandboxes>>;

function sandboxFinding(sandbox: Sandbox): Finding {
  const lacks = [
    sandbox.isolatesProcesses ? '' : 'child processes may outlive the server',
    sandbox.isolatesNetwork ? '' : 'media tools have network access',
    sandbox.isolatesFiles ? '' : 'media tools can read this user’s files',
  ].filter(Boolean);
  const hint = lacks.length > 0 ? '"apt install bubblewrap" helps where namespaces work. ' : '';
  return {
    state: lacks.length === 0 ? 'ok' : 'degraded',
    name: 'sandbox',
    message: `${sandbox.kind}${lacks.length > 0 ? `: ${lacks.join('; ')}` : ''}${sandbox.why ? `. ${hint}${sandbox.why}` : ''}`,
  };
}

function engineNetworkFinding({ isolatesNetwork }: Sandbox): Finding {
  return {
    state: isolatesNetwork ? 'ok' : 'degraded',
    name: 'network of yt-dlp',
    message: isolatesNetwork ? 'isolated; the egress proxy is the only way out' : HOST_NETWORK,
  };
}

async function engineFindings(
  config: Config,
  sandbox: Sandbox,
  setup: ConfiguredSetup,
): Promise<Finding[]> {
  try {
    const options = engineOptions(config, extraCertificates(config), undefined, setup);
    const engine = await describeEngine({ ...options, sandbox });
    return [
      ...findingsOfEngine(engine, options),
      ...(await newestFindings(config, sandbox)),
      ...(await tokenFindings(options.tokenProvider, engine)),
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${codeOf(error)}: ${reason}. ${UPDATE_ENGINE} installs another`;
    return [{ state: 'missing', name: 'yt-dlp', message }];
  }
}

async function mediaFindings(config: Config, sandbox: Sandbox): Promise<Finding[]> {
  const ask = async (program: string, args: readonly string[]) => {
    const signal = new AbortController().signal;
    const run = await runProgram({
      sandbox,
      program,
      args,
      network: 'none',
      signal,
      deadlineMs: 10_000,
      maxStdoutBytes: 1024 ** 2,
    });
    return run.exitCode === 0 ? run.stdout.toString() : null;
  };
  try {
    const version = (await ask(config.FFMPEG_PATH, ['-version']))?.split('\n')[0];
    if (!version)
      return [
        {
          state: 'missing',
          name: 'ffmpeg',
          message: `${config.FFMPEG_PATH} does not run${INSTALL_FFMPEG}`,
        },
      ];
    const encoders = (await ask(config.FFMPEG_PATH, ['-hide_banner', '-encoders'])) ?? '';
    const lacking = ['libx264', 'libmp3lame', 'aac'].filter(
      (name) => !new RegExp(` ${name} `).test(encoders),
    );
    const probe = await ask(config.FFPROBE_PATH, ['-version']);
    return [
      { state: 'ok', name: 'ffmpeg', message: version.replace(/ Copyright.*/, '') },
      lacking.length === 0
        ? { state: 'ok', name: 'encoders', message: 'H.264, MP3, AAC' }
        : {
            state: 'degraded',
            name: 'encoders',
            message: `this ffmpeg lacks ${lacking.join(', ')}${INSTALL_FFMPEG}`,
          },
      {
        state: probe ? 'ok' : 'missing',
        name: 'ffprobe',
        message: probe ? 'installed' : `${config.FFPROBE_PATH} does not run${INSTALL_FFMPEG}`,
      },
    ];
  } catch (error) {
    return [
      {
        state: 'missing',
        name: 'ffmpeg',
        message: `${error instanceof Error ? error.message : String(error)}${INSTALL_FFMPEG}`,
      },
    ];
  }
}

async function diskFinding(config: Config): Promise<Finding> {
  const space = await statfs(config.DATA_DIR).catch(() => statfs(config.root));
  const free = space.bavail * space.bsize;
  return {
    state: free >= LOW_DISK_BYTES ? 'ok' : 'degraded',
    name: 'disk',
    message: `${(free / GB).toFixed(1)} GB free for ${config.DATA_DIR}${free >= LOW_DISK_BYTES ? '' : ': little space for files; free some, or move DATA_DIR'}`,
  };
}
