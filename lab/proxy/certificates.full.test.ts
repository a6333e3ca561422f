// What real TLS libraries say to the lab's certificates.
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engineEnvironment, enginePython } from '../../tests/support/engine/engine-python.ts';
import { type Lab, startLab } from '../lab.ts';
import { createAuthority } from './certificates.ts';

const run = promisify(execFile);

const STRICT_SSL = `
import http.client, ssl, sys
context = ssl.create_default_context(cafile=sys.argv[2])
context.verify_flags |= ssl.VERIFY_X509_STRICT
connection = http.client.HTTPSConnection('127.0.0.1', int(sys.argv[1]), context=context)
connection.set_tunnel('www.platform.example', 443)
connection.request('GET', '/')
print(connection.getresponse().status)
connection.close()
`;
const BORING_SSL = `
import sys
from curl_cffi import requests
print(requests.get('https://www.platform.example/', impersonate='chrome',
  proxy='http://127.0.0.1:' + sys.argv[1], verify=sys.argv[2]).status_code)
`;

let lab: Lab;
beforeAll(async () => {
  const answer = () => ({ body: 'hello' });
  lab = await startLab({
    platforms: [{ id: 'youtube', hosts: ['.platform.example'], links: [], answer }],
  });
});
afterAll(() => lab.close());

async function runPython(program: string): Promise<string> {
  const { stdout } = await run(
    enginePython,
    ['-c', program, new URL(lab.proxyUrl).port, lab.caFile],
    {
      env: engineEnvironment,
    },
  );
  return stdout.trim();
}

it('are accepted by OpenSSL in strict mode, as Python uses it', async () => {
  expect(await runPython(STRICT_SSL)).toBe('200');
});

const hasCurlCffi = await run(enginePython, ['-c', 'import curl_cffi']).then(
  () => true,
  () => false,
);
it.skipIf(!hasCurlCffi)('are accepted by BoringSSL, as curl_cffi uses it', async () => {
  expect(await runPython(BORING_SSL)).toBe('200');
});

it('name their host, their use and the key that signed them', async () => {
  const authority = await createAuthority();
  const ca = new X509Certificate(authority.caPem);
  const secureContext = await authority.contextFor('a.platform.example');
  const server = createServer({ SNICallback: (_name, done) => done(null, secureContext) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  const client = connect({
    port: address.port,
    host: '127.0.0.1',
    servername: 'a.platform.example',
    ca: authority.caPem,
  });
  await once(client, 'secureConnect');
  const leaf = client.getPeerX509Certificate();
  client.destroy();
  server.close();
  expect(client.authorized).toBe(true);
  expect(leaf?.checkIssued(ca)).toBe(true);
  expect(leaf?.verify(ca.publicKey)).toBe(true);
  expect(leaf?.subjectAltName).toBe('DNS:a.platform.example');
  expect(leaf?.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(leaf?.ca).toBe(false);
  expect(ca.ca).toBe(true);
});

it('are made once per host and authority', async () => {
  const [one, other] = await Promise.all([createAuthority(), createAuthority()]);
  expect(await one.contextFor('a.example')).toBe(await one.contextFor('a.example'));
  expect(await one.contextFor('a.example')).not.toBe(await one.contextFor('b.example'));
  expect(one.caPem).not.toBe(other.caPem);
});

it('are all that the authority file holds: no private key', () => {
  expect(lab.caPem.match(/-----BEGIN [A-Z ]+-----/g)).toEqual(['-----BEGIN CERTIFICATE-----']);
});
