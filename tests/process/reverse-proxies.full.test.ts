// The recipes for nginx and Caddy in docs/reverse-proxies.md, run in front of a small server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findTool } from '../support/deploy/deploy-tools.ts';
import { startNginx } from '../support/deploy/nginx.ts';
import { startHttpFixture } from '../support/http/http-fixture.ts';
import { freePort } from '../support/run/free-ports.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const MB = 1e6;

let answer: (request: IncomingMessage, response: ServerResponse) => void;
const upstream = createServer((request, response) => answer(request, response));
let site: { readonly origin: string; readonly close: () => Promise<void> };
beforeEach(async () => {
  answer = (_request, response) => void response.end();
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
});
afterEach(async () => {
  await site?.close();
  upstream.closeAllConnections();
  upstream.close();
  await once(upstream, 'close');
});

/** The block of a section in this language, with the port of what is behind the proxy. */
async function recipeOf(name: string, language: string, port: number): Promise<string> {
  const text = await readFile('docs/reverse-proxies.md', 'utf8');
  const section = text.split(/^## /m).find((one) => one.startsWith(`${name}\n`)) ?? '';
  const blocks = [...section.matchAll(/^```(\w*)\n(.*?)^```/gms)];
  const block = blocks.find(([, written]) => written === language)?.[2];
  if (!block?.includes('127.0.0.1:3000')) throw new TypeError(`there is no recipe for ${name}`);
  return block.replace('127.0.0.1:3000', `127.0.0.1:${port}`);
}

/** `edit` changes a recipe before it runs. */
type Behind = {
  readonly section?: string;
  readonly port?: number;
  readonly edit?: (recipe: string) => string;
};
const asItStands = (recipe: string) => recipe;
const upstreamPort = () => (upstream.address() as AddressInfo).port;

async function behindNginx({
  section = 'nginx',
  port = upstreamPort(),
  edit = asItStands,
}: Behind = {}) {
  const lines = edit(await recipeOf(section, 'nginx', port))
    .trim()
    .split('\n')
    .slice(1, -1);
  return startNginx(lines.filter((line) => !/listen|ssl_/.test(line)).join('\n'));
}

async function behindCaddy({
  section = 'Caddy',
  port: behind = upstreamPort(),
  edit = asItStands,
}: Behind = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-caddy-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const file = path.join(folder, 'Caddyfile');
  const recipe = edit(await recipeOf(section, '', behind)).replace(
    /^(?:video\.example|example\.org)(?= \{)/m,
    `http://:${port}`,
  );
  await writeFile(file, `{\n\tadmin off\n}\n${recipe}`);
  const words = [findTool('caddy'), 'run', '--config', file, '--adapter', 'caddyfile'];
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...words], {
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: 'ignore',
  });
  const isUp = () =>
    fetch(origin).then(
      () => true,
      () => false, // it does not listen yet
    );
  await vi.waitUntil(isUp, SLOW_MACHINE_TIMEOUT);
  return {
    origin,
    async close() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

it.each([
  ['nginx', behindNginx],
  ['Caddy', behindCaddy],
])('%s passes events, large bodies and addresses on', async (_name, start) => {
  site = await start();
  let headers: IncomingMessage['headers'] = {};
  answer = (request, response) => {
    headers = request.headers;
    response.setHeader('x-accel-buffering', 'no').setHeader('content-type', 'text/event-stream');
    // It does not end: a proxy that collects answers never passes it on.
    response.write('data: first\n\n');
  };
  const leaving = new AbortController();
  const stream = await fetch(site.origin, {
    headers: { 'x-forwarded-for': '192.0.2.6' },
    signal: leaving.signal,
  });
  const first = await stream.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value)).toBe('data: first\n\n');
  expect(headers['x-forwarded-for']).toBe('127.0.0.1');
  leaving.abort();

  answer = async (request, response) => {
    const body = await request.toArray();
    response.end(String(Buffer.concat(body).length));
  };
  const sent = await fetch(site.origin, { method: 'POST', body: Buffer.alloc(20 * MB) });
  expect(await sent.text()).toBe(String(20 * MB));
});

it.each([
  ['nginx', 'passes on', behindNginx, asItStands],
  ['Caddy', 'passes on', behindCaddy, asItStands],
  [
    'nginx',
    'takes off',
    behindNginx,
    (recipe: string) => recipe.replace(/(proxy_pass [^;]+);/, '$1/;'),
  ],
  [
    'Caddy',
    'takes off',
    behindCaddy,
    (recipe: string) => recipe.replace('handle /', 'handle_path /'),
  ],
])(
  '%s %s the path of a site below a path, and nothing else comes to it',
  async (_name, _what, start, edit) => {
    const fixture = await startHttpFixture({ basePath: '/keepreel' });
    try {
      site = await start({ section: 'Below a path', port: fixture.port, edit });
      const answerTo = async (address: string) => {
        const { status, url } = await fetch(site.origin + address);
        return [status, url.slice(site.origin.length)];
      };
      expect(await answerTo('/keepreel')).toEqual([200, '/keepreel/']);
      expect(await answerTo('/keepreel/fr/guide')).toEqual([200, '/keepreel/fr/guide']);
      expect(await answerTo('/keepreel/api/limits')).toEqual([200, '/keepreel/api/limits']);
      expect(await answerTo('/keepreel/guide?language=fr')).toEqual([200, '/keepreel/guide']);
      const outside = await fetch(`${site.origin}/api/limits`);
      expect(await outside.text()).not.toContain('maxFileGigabytes');
    } finally {
      await fixture.close();
    }
  },
);
