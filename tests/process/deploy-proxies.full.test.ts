// The samples for Caddy and nginx: valid, and run in front of two servers that note what reaches them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findTool, judge, readDeploy } from '../support/deploy/deploy-tools.ts';
import { freePort } from '../support/run/free-ports.ts';

const SITE = 'video.example';

/** A server as the proxy sees it. `seen` are the requests that reached it, without those for /readyz. */
type Upstream = {
  readonly server: Server;
  readonly port: number;
  readonly seen: IncomingMessage[];
  isReady: boolean;
};
type Ports = { readonly site: number; readonly plain: number; readonly upstreams: number[] };
/** A sample with the ports and the folder of a test, and the words that judge it and run it. */
type Proxy = {
  readonly text: (ports: Ports) => string;
  readonly check: (file: string) => readonly string[];
  readonly run: (file: string) => readonly string[];
};
type Answered = { readonly status: number; readonly body: string };

let folder: string;
let upstreams: Upstream[];
let answer: (incoming: IncomingMessage, response: ServerResponse, upstream: Upstream) => void;
const seen = () => upstreams.flatMap((upstream) => upstream.seen);

/** Replaces what must be there. */
function replaced(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`the sample has no "${from}"`);
    return now.replaceAll(from, to);
  }, text);
}

const PROXIES: Readonly<Record<'caddy' | 'nginx', Proxy>> = {
  caddy: {
    text: ({ site, upstreams: [first, second] }) =>
      replaced(readDeploy('caddy/Caddyfile'), [
        [
          '{$SITE_ADDRESS:video.example} {',
          `https://${SITE}:${site} {\n\tbind 127.0.0.1\n\ttls ${folder}/tls/fullchain.pem ${folder}/tls/privkey.pem`,
        ],
        ['127.0.0.1:3001 127.0.0.1:3002', `127.0.0.1:${first} 127.0.0.1:${second}`],
        ['\tgrace_period 30s', '\tadmin off\n\tauto_https off\n\tgrace_period 1s'],
        // So that the test need not wait for them.
        ['health_interval 5s', 'health_interval 100ms'],
      ]),
    check: (file) => [findTool('caddy'), 'validate', '--config', file, '--adapter', 'caddyfile'],
    run: (file) => [findTool('caddy'), 'run', '--config', file, '--adapter', 'caddyfile'],
  },
  nginx: {
    text: ({ site, plain, upstreams: [first, second] }) => {
      const sample = replaced(readDeploy('nginx/keepreel.conf'), [
        ['127.0.0.1:3001', `127.0.0.1:${first}`],
        ['127.0.0.1:3002', `127.0.0.1:${second}`],
        ['listen 443 ', `listen 127.0.0.1:${site} `],
        ['listen 80;', `listen 127.0.0.1:${plain};`],
        ['    listen [::]:80;\n', ''],
        ['    listen [::]:443 ssl http2;\n', ''],
        ['/etc/keepreel/tls', `${folder}/tls`],
      ]);
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};\n`,
      );
      const main = `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\n`;
      return `${main}http {\naccess_log off;\n${paths.join('')}${sample}}\n`;
    },
    check: (file) => [findTool('nginx'), '-t', '-e', 'stderr', '-p', folder, '-c', file],
    run: (file) => [findTool('nginx'), '-e', 'stderr', '-p', folder, '-c', file],
  },
};

async function startUpstream(): Promise<Upstream> {
  const server = createServer((incoming, response) => {
    if (incoming.url === '/readyz')
      return void response.writeHead(upstream.isReady ? 200 : 503).end();
    upstream.seen.push(incoming);
    answer(incoming, response, upstream);
  });
  // No idle connection is left over: a POST on one that is just being closed cannot be repeated by any proxy.
  server.maxRequestsPerSocket = 1;
  const upstream: Upstream = { server, port: await listen(server), seen: [], isReady: true };
  return upstream;
}

async function listen(server: NetServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-proxies-'));
  await mkdir(path.join(folder, 'tls'));
  const files = ['-keyout', `${folder}/tls/privkey.pem`, '-out', `${folder}/tls/fullchain.pem`];
  const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj';
  const { code, output } = await judge('openssl', [...words.split(' '), `/CN=${SITE}`, ...files]);
  if (code !== 0) throw new Error(output);
  // As root, nginx becomes another user and looks for its folders as that one.
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(Object.entries(PROXIES))('the sample for %s', (name, proxy) => {
  const environment = () => ({ XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder });
  let file: string;
  let text: string;
  let site: number;
  let child: ChildProcess;
  let said: string;
  let agent: Agent;

  /** Sends a request through the proxy; `send` writes its body, and ends it. */
  const open = (
    method: string,
    address: string,
    headers: Readonly<Record<string, string>> = {},
    send: (body: ReturnType<typeof request>) => void = (body) => body.end(),
  ) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: site,
          servername: SITE,
          agent,
          rejectUnauthorized: false,
          method,
          path: address,
          headers: { host: SITE, ...headers },
        },
        resolve,
      );
      sent.on('error', reject);
      send(sent);
    });
  const ask = async (method: string, body = ''): Promise<Answered> => {
    const length = { 'content-length': String(body.length) };
    const headers = method === 'POST' ? length : {};
    const got = await open(method, '/', headers, (sent) => sent.end(body));
    return { status: got.statusCode ?? 0, body: Buffer.concat(await got.toArray()).toString() };
  };

  beforeEach(async () => {
    answer = (_incoming, response) => void response.end('answered');
    upstreams = [await startUpstream(), await startUpstream()];
    site = await freePort();
    text = proxy.text({
      site,
      plain: await freePort(),
      upstreams: upstreams.map(({ port }) => port),
    });
    file = path.join(folder, `${name}.conf`);
    await writeFile(file, text);
    const [program = '', ...words] = proxy.run(file);
    said = '';
    agent = new Agent({ keepAlive: false });
    child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', program, ...words], {
      env: { ...process.env, ...environment() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        said += chunk;
      });
    await vi.waitUntil(
      () => {
        if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
        return ask('GET').then(
          ({ status }) => status === 200,
          () => false, // it does not listen yet
        );
      },
      { timeout: 20_000, interval: 20 },
    );
    for (const upstream of upstreams) upstream.seen.length = 0;
  });
  afterEach(async () => {
    agent.destroy();
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    for (const { server } of upstreams) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('is accepted, and would be refused with a word that does not exist', async () => {
    const words = proxy.check(file);
    const check = () => judge(words[0] ?? '', words.slice(1), environment());
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { code, output } = await check();
    expect([code, output]).toEqual([0, expect.stringMatching(/Valid config|test is successful/)]);
    await writeFile(file, text.replace('least_conn', 'least_con'));
    expect((await check()).code).not.toBe(0);
  });

  it('says where a request comes from, whatever the visitor claims', async () => {
    const claims = { 'x-forwarded-for': '192.0.2.6', 'x-forwarded-host': 'evil.example' };
    const got = await open('GET', '/', { ...claims, 'x-forwarded-proto': 'http' });
    got.resume();
    const headers = seen()[0]?.headers;
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
    expect([headers?.host, headers?.['x-forwarded-host']]).toEqual([SITE, SITE]);
  });

  it('passes each event of a stream on at once', async () => {
    let held: ServerResponse | undefined;
    answer = (_incoming, response) => {
      held = response.writeHead(200, { 'content-type': 'text/event-stream' });
      held.write('data: first\n\n');
    };
    const stream = await open('GET', '/api/download-progress');
    const [first] = await once(stream, 'data');
    held?.write('data: second\n\n');
    const [second] = await once(stream, 'data');
    expect(`${first}${second}`).toBe('data: first\n\ndata: second\n\n');
    held?.end();
  });

  it('passes an upload on while it arrives', async () => {
    const arrived = Promise.withResolvers<string>();
    answer = (incoming, response) => {
      incoming.once('data', (chunk) => arrived.resolve(String(chunk)));
      incoming.once('end', () => response.end('whole'));
    };
    const got = await open('POST', '/api/convert', { 'content-length': '8' }, async (sent) => {
      sent.write('half');
      await arrived.promise;
      sent.end('rest');
    });
    expect([await arrived.promise, String((await got.toArray()).join(''))]).toEqual([
      'half',
      'whole',
    ]);
  });

  it('uses the other server when one cannot be reached, for any method', async () => {
    const [gone] = upstreams;
    gone?.server.close();
    gone?.server.closeAllConnections();
    const good = { status: 200, body: 'answered' };
    for (let n = 0; n < 4; n += 1) expect(await ask('GET')).toEqual(good);
    // Caddy up to 2.11.1 cannot repeat a body (caddyserver/caddy#7546): there, POST needs the check of /readyz first.
    if (name === 'caddy') await expect.poll(() => ask('POST', 'x')).toEqual(good);
    for (let n = 0; n < 4; n += 1) expect(await ask('POST', 'x')).toEqual(good);
  });

  it('repeats a GET that broke off', async () => {
    answer = (incoming, response) =>
      seen().length === 1 ? incoming.socket.destroy() : response.end('answered');
    expect((await ask('GET')).body).toBe('answered');
    expect(seen()).toHaveLength(2);
  });

  it('repeats no POST that broke off', async () => {
    answer = (incoming) => incoming.socket.destroy();
    expect((await ask('POST')).status).toBe(502);
    expect(seen()).toHaveLength(1);
  });

  it.runIf(name === 'caddy')('leaves a server that drains alone', async () => {
    const [draining, other] = upstreams;
    if (draining) draining.isReady = false;
    const counts = async () => {
      for (const upstream of upstreams) upstream.seen.length = 0;
      for (let n = 0; n < 16; n += 1) await ask('POST');
      return [draining?.seen.length, other?.seen.length];
    };
    await expect.poll(counts).toEqual([0, 16]);
  });
});
