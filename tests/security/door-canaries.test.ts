// Proves that nothing gets past the egress proxy: the real policy, real sockets and the real yt-dlp in a small internet of their own.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CanaryReport } from '../fixtures/door/canary-program.ts';
import { runInInternet } from '../fixtures/door/run-in-internet.ts';

const fixtures = path.join(import.meta.dirname, '../fixtures');

/** What each case of the list must come to. */
const EXPECTED: Readonly<Record<string, string>> = {
  'connect-lo': '403',
  'connect-v6': '403',
  'connect-dec': '403',
  'connect-hex': '403',
  'connect-dot': '403 like 403',
  'connect-port22': '403',
  'connect-space': '400',
  'abs-file': '400',
  'abs-hostdiff': '200, cdn.test/',
  'te-cl': '400',
  badauth: '407 and 407',
  'rebind-1': '200 after 1, 403 after 2',
  'rebind-3': '403',
  'rebind-5': '403',
  'redirect-1': '1 asked, blocked_target',
  'redirect-3': '6 asked, upstream_error',
  'redirect-5': '1 asked, blocked_target',
  idle: '200, open after 29 s, closed after 30 s',
  conns: '64 open, then 503',
  // The door does not look into TLS: whatever name is greeted, the address is the checked one.
  'tls-sni': '200, the origin was greeted as internal.svc',
  noproxy: 'absent',
};

const REFUSALS = ['403', 'blocked_target'];

let report: CanaryReport;

beforeAll(async () => {
  report = (await runInInternet('canary-program.ts')) as CanaryReport;
}, 300_000);

describe('the egress proxy, inside a network full of forbidden addresses', () => {
  it('refuses every forbidden target over every way', () => {
    expect(report.attacks.length).toBeGreaterThan(400);
    expect(new Set(report.attacks.map(({ way }) => way)).size).toBe(6);
    expect(report.attacks.filter(({ outcome }) => !REFUSALS.includes(outcome))).toEqual([]);
  });

  it('lets no connection through to any canary', () => {
    expect(Object.values(report.canaryHits)).toHaveLength(14);
    expect(Object.entries(report.canaryHits).filter(([, hits]) => hits !== 0)).toEqual([]);
  });

  it('reaches the public origin, by name, by IPv6 and by literal, and checks its certificate', () => {
    expect(report.originHits).toBeGreaterThan(0);
    expect(report.allowed).toEqual({
      plain: 'open',
      secure: 'open',
      ipv6: 'open',
      literal: 'open',
      untrusted: 'origin_unreachable',
    });
  });

  it('would hit every canary without the policy', () => {
    expect(Object.entries(report.controlHits).filter(([, hits]) => hits === 0)).toEqual([]);
  });
});

describe('the egress cases of the case list', () => {
  const { door: cases } = JSON.parse(
    readFileSync(path.join(fixtures, 'security-cases.json'), 'utf8'),
  ) as { readonly door: readonly { readonly id: string; readonly input: string }[] };

  it.each(cases)('$id: $input', ({ id }) => {
    expect(EXPECTED[id]).toBeDefined();
    expect(report.cases[id]).toBe(EXPECTED[id]);
  });
});

describe('the real yt-dlp behind the egress proxy', () => {
  it('returns to the egress proxy for every redirect and every literal, and is refused there', () => {
    expect(report.engine.length).toBeGreaterThanOrEqual(4);
    for (const run of report.engine) {
      expect(run.exitCode, run.said).toBe(1);
      expect(run.refused, `${run.name}: ${run.said}`).toBeGreaterThan(0);
      const isRedirected = !run.name.includes('literal');
      expect(run.asked, `${run.name}: ${run.said}`).toEqual(isRedirected ? ['cdn.test/to'] : []);
    }
  });
});
