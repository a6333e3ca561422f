// The network policies of deploy/kubernetes, which add up: what each kind of server is reached by, and what it reaches.
import type { NetworkPolicy, NetworkPolicyPeer } from 'kubernetes-types/networking/v1.js';
import { describe, expect, it } from 'vitest';
import { allOf, manifestsOf, SETS, workloadsOf } from '../support/deploy/manifests.ts';

/** A namespace's name, a network, or the app of pods beside it. */
const nameOf = ({ ipBlock, namespaceSelector, podSelector }: NetworkPolicyPeer) =>
  ipBlock?.cidr ?? Object.values((namespaceSelector ?? podSelector)?.matchLabels ?? {})[0];

const INTERNET = ['0.0.0.0/0', '::/0'];
const SHARED = ['keepreel', 'kube-system', '10.0.0.0/8'];

/** What each kind of server is reached by and reaches, in the order of the policies. */
const ALL = ['all', ['monitoring', 'keepreel', 'traefik'], [...SHARED, ...INTERNET]] as const;
const EXPECTED = {
  servers: [ALL],
  workers: [ALL, ['worker', ['monitoring', 'keepreel'], [...SHARED, ...INTERNET]]],
} as const;

describe.each(SETS)('the policies of the set %s', (set) => {
  const manifests = manifestsOf(set);
  const policies = allOf<NetworkPolicy>(manifests, 'NetworkPolicy');

  it('deny what no other allows', () => {
    const denying = policies.filter(({ spec }) => !spec?.ingress && !spec?.egress);
    expect(denying.map(({ spec }) => spec)).toEqual([
      { podSelector: { matchLabels: { app: 'keepreel' } }, policyTypes: ['Ingress', 'Egress'] },
    ]);
  });

  it('let each server reach what it needs, and be reached by who needs it', () => {
    const found = workloadsOf(manifests).map(({ role, labels }) => {
      const its = policies.filter(({ spec }) =>
        Object.entries(spec?.podSelector.matchLabels ?? {}).every(
          ([key, value]) => labels[key] === value,
        ),
      );
      const from = its
        .flatMap(({ spec }) => spec?.ingress ?? [])
        .flatMap((rule) => rule.from ?? []);
      const to = its.flatMap(({ spec }) => spec?.egress ?? []).flatMap((rule) => rule.to ?? []);
      return [role, from.map(nameOf), to.map(nameOf)];
    });
    expect(found).toEqual(EXPECTED[set]);
  });

  it('let nothing reach private networks, but for what servers share', () => {
    const rules = policies.flatMap(({ spec }) => spec?.egress ?? []);
    const blocks = rules.flatMap(({ to = [], ports }) =>
      to.flatMap(({ ipBlock }) => (ipBlock ? [{ ...ipBlock, ports }] : [])),
    );
    const open = blocks.filter(({ cidr }) => cidr.endsWith('/0'));
    expect(open.map(({ except }) => except?.length)).toEqual([6, 2]);
    const own = blocks.filter((block) => !open.includes(block));
    expect(own.map(({ ports }) => ports?.map(({ port }) => port))).toEqual([[5432, 6379, 443]]);
  });
});
