// The egress proxy behind operators' proxies of each kind, which are Debian's own programs, and from an address of a range.
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProxyRun } from '../fixtures/door/proxy-program.ts';
import { runInInternet } from '../fixtures/door/run-in-internet.ts';

const REFUSALS = ['403', 'blocked_target'];
let runs: readonly ProxyRun[] = [];

beforeAll(async () => {
  runs = (await runInInternet('proxy-program.ts')) as readonly ProxyRun[];
}, 300_000);

const runOf = (name: string): ProxyRun => {
  const run = runs.find((one) => one.name === name);
  if (!run) throw new Error(`${name} did not run`);
  return run;
};

describe.each(['http', 'https', 'socks5', 'range'])('an egress of kind %s', (name) => {
  it('refuses every forbidden target, and lets no connection through to any canary', () => {
    const { attacks, canaryHits } = runOf(name);
    expect(attacks.length).toBeGreaterThan(400);
    // The host that redirects has no address of the range's family.
    const made = attacks.filter(({ way }) => name !== 'range' || way !== 'redirect');
    expect(made.filter(({ outcome }) => !REFUSALS.includes(outcome))).toEqual([]);
    expect(Object.entries(canaryHits).filter(([, hits]) => hits !== 0)).toEqual([]);
  });

  it('resolves names here, and reaches public hosts with their own certificates', () => {
    const { allowed, originHits, resolved } = runOf(name);
    const isIpv6 = name === 'range';
    const reached = isIpv6 ? 'origin_unreachable' : 'open';
    expect(allowed).toEqual({ plain: reached, secure: reached, both: 'open' });
    expect([originHits > 0, resolved > 0]).toEqual([true, true]);
  });
});

describe.each(['http-names', 'socks5h'])('an egress that leaves names to its proxy: %s', (name) => {
  it('refuses addresses and local names here, and no canary is hit by them', () => {
    const { attacks, canaryHits, resolved } = runOf(name);
    // A name that only the proxy can judge is unknown to its resolver in this network.
    const outcomes = new Set(attacks.map(({ outcome }) => outcome));
    expect([...outcomes].filter((one) => ['open', '200'].includes(one))).toEqual([]);
    expect(Object.entries(canaryHits).filter(([, hits]) => hits !== 0)).toEqual([]);
    expect(resolved).toBe(0);
  });
});
