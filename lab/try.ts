// `node lab/try.ts <address…> [--full] [-- options of yt-dlp]`: runs yt-dlp's command line against the lab and prints what it
// extracted, what it requested, and which requests were unknown; for developing platforms.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { locateEngine } from '../src/compose/locate-engine.ts';
import { readConfig } from '../src/config.ts';
import { type Lab, startLab } from './lab.ts';
import { LAB_PLATFORMS } from './platforms/index.ts';
import { LAB_SITES } from './sites/index.ts';

const PLATFORMS = [...Object.values(LAB_PLATFORMS), ...Object.values(LAB_SITES)];
const { python, enginePath } = locateEngine(readConfig(process.env));
const QUIET = ['--ignore-config', '--no-cache-dir', '--no-update'];
const LONGEST_PATH = 160;

type Info = Readonly<Record<string, unknown>> & {
  readonly entries?: readonly Info[];
  readonly formats?: readonly Info[];
};

async function runEngine(lab: Lab, address: string, options: readonly string[]): Promise<string> {
  const args = [
    '-m',
    'yt_dlp',
    ...QUIET,
    '--compat-options',
    'no-certifi',
    '--proxy',
    lab.proxyUrl,
  ];
  const trust = {
    SSL_CERT_FILE: lab.caFile,
    CURL_CA_BUNDLE: lab.caFile,
    REQUESTS_CA_BUNDLE: lab.caFile,
  };
  const child = spawn(python, [...args, '-J', ...options, '--', address], {
    env: { ...process.env, ...trust, ...(enginePath && { PYTHONPATH: enginePath }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text(child.stdout);
}

function summaryOf(info: Info, indent = '   '): string[] {
  const shown = [
    'id',
    'title',
    'uploader',
    'duration',
    'live_status',
    'extractor',
    'language',
    'url',
  ];
  const lines = shown
    .filter((name) => info[name] !== undefined && info[name] !== null)
    .map((name) => `${indent}${name}: ${info[name]}`);
  for (const format of info.formats ?? []) {
    const of = (...names: readonly string[]) => names.map((name) => format[name] ?? '-').join(' ');
    lines.push(
      `${indent}- ${of('format_id', 'ext', 'protocol', 'width', 'height', 'fps')} | ${of('vcodec', 'acodec', 'language', 'dynamic_range', 'format_note')}`,
    );
  }
  const names = (name: string) => Object.keys((info[name] ?? {}) as object).join(' ');
  if (names('subtitles') !== '') lines.push(`${indent}subtitles: ${names('subtitles')}`);
  const entries = info.entries ?? [];
  return [...lines, ...entries.flatMap((entry) => summaryOf(entry, `${indent}  `))];
}

/** True when every request was answered. */
async function tryAddress(lab: Lab, address: string, isFull: boolean, options: readonly string[]) {
  lab.clear();
  console.log(`\n== ${address}`);
  const output = (await runEngine(lab, address, options)).trim();
  const isAnswer = output !== '' && output !== 'null';
  if (isFull || !isAnswer) console.log(output || '   (no answer)');
  else console.log(summaryOf(JSON.parse(output) as Info).join('\n'));
  for (const { method, host, path } of lab.requests()) {
    console.log(`   asked ${method} ${host}${path.slice(0, LONGEST_PATH)}`);
  }
  for (const { method, host, path, reason } of lab.unknown()) {
    console.log(`!! unknown ${method} ${host}${path}${reason === undefined ? '' : `\n${reason}`}`);
  }
  return lab.unknown().length === 0;
}

const words = process.argv.slice(2);
const cut = words.includes('--') ? words.indexOf('--') : words.length;
const addresses = words.slice(0, cut).filter((word) => !word.startsWith('-'));
const flags = words.slice(0, cut).filter((word) => word.startsWith('-') && word !== '--full');
const options = [...flags, ...words.slice(cut + 1)];
const isFull = words.slice(0, cut).includes('--full');
if (addresses.length === 0) {
  console.log('Use: node lab/try.ts <address…> [--full] [-- options of yt-dlp]\n\nThe lab knows:');
  for (const { id, links } of PLATFORMS) {
    for (const { name, url } of links) console.log(`${id.padEnd(10)} ${url}  ${name}`);
  }
} else {
  const lab = await startLab({ platforms: PLATFORMS });
  try {
    for (const address of addresses) {
      const isKnown = await tryAddress(lab, address, isFull, options);
      if (!isKnown) process.exitCode = 1;
    }
  } finally {
    await lab.close();
  }
}
