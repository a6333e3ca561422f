import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { readForwardedFor } from './forwarded-for.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/** A server that answers with the address it sees; its log is `lines`. */
function serve(trustedProxies: readonly string[]) {
  const lines: string[] = [];
  app = Fastify({
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
  });
  readForwardedFor(app, trustedProxies);
  app.get('/', async (request) => request.ip);
  const ask = async (forwardedFor?: string, remoteAddress = '127.0.0.1') => {
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    return (await app.inject({ url: '/', headers, remoteAddress })).body;
  };
  return { ask, lines };
}

describe('the address of a visitor behind trusted proxies', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['1.2.3.4:5678', '1.2.3.4'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:db8::1:443', '2001:db8::1:443'],
    ['::ffff:1.2.3.4', '::ffff:1.2.3.4'],
    ['9.9.9.9:1, 1.2.3.4:5678', '1.2.3.4'],
    ['9.9.9.9, 1.2.3.4:5678,10.0.0.7:80', '1.2.3.4'],
    ['1.2.3.4:5678, [fd00::7]:443', '1.2.3.4'],
    ['unknown', 'unknown'],
    ['1.2.3.4:port', '1.2.3.4:port'],
    ['1.2.3.4:5678:9', '1.2.3.4:5678:9'],
    ['[1.2.3.4', '[1.2.3.4'],
  ])('written as %s is %s', async (forwardedFor, address) => {
    const { ask, lines } = serve(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
    expect(await ask(forwardedFor)).toBe(address);
    expect(lines).toEqual([]);
  });

  it('is not read from a header that another client sends', async () => {
    const { ask } = serve(['127.0.0.1']);
    expect(await ask('1.2.3.4:5678', '192.0.2.9')).toBe('192.0.2.9');
  });
});

describe('a forwarded address where no proxy is trusted', () => {
  it('is ignored, and logged once as a warning with the remedy and without the address', async () => {
    const { ask, lines } = serve([]);
    expect(await ask()).toBe('127.0.0.1');
    expect(lines).toEqual([]);
    expect(await ask('1.2.3.4')).toBe('127.0.0.1');
    expect(await ask('1.2.3.5')).toBe('127.0.0.1');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/TRUSTED_PROXIES.*all visitors share one rate limit/);
    expect(lines[0]).not.toMatch(/1\.2\.3|127\.0/);
  });
});
