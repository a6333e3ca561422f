// The manifests of deploy/kubernetes: typed, complete, and with names that fit together.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StatefulSet } from 'kubernetes-types/apps/v1.js';
import type { ConfigMap, Secret, Service } from 'kubernetes-types/core/v1.js';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import {
  FORCED_END_SECONDS,
  judge,
  listDeploy,
  ROOT,
  readDeploy,
  readYaml,
  SHARED_NEEDS,
  unknownSettings,
} from '../support/deploy/deploy-tools.ts';

type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
};
type Kustomization = {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string }[];
};

const FILES = listDeploy('kubernetes').filter((name) => name !== 'kustomization.yaml');
const manifests = FILES.flatMap((name) => readYaml(readDeploy(`kubernetes/${name}`)) as Manifest[]);
const [kustomization] = readYaml(readDeploy('kubernetes/kustomization.yaml')) as [Kustomization];
/** The sample that is a comment. */
const autoscaler = readDeploy('kubernetes/servers.yaml')
  .slice(readDeploy('kubernetes/servers.yaml').indexOf('# apiVersion: autoscaling'))
  .replace(/^# ?/gm, '');

function allOf<T>(kind: string): T[] {
  return manifests.filter((manifest) => manifest.kind === kind) as unknown as T[];
}

const [servers, ...others] = allOf<StatefulSet>('StatefulSet');
const spec = servers?.spec;
const pod = spec?.template.spec;
const container = pod?.containers[0];
const environment = container?.env ?? [];
const LABELS = { app: 'keepreel' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-kubernetes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the compiler says of manifests as literals of their types: unknown, missing and mistyped fields. */
async function typeErrors(list: readonly Manifest[]): Promise<string> {
  const lines = list.map((manifest, index) => {
    const [group = '', version = 'v1'] = manifest.apiVersion.split('/').slice(-2);
    const room = manifest.apiVersion === 'v1' ? 'core/v1' : `${group.split('.')[0]}/${version}`;
    const module = path.join(ROOT, `node_modules/kubernetes-types/${room}.js`);
    const type = `import('${module}').${manifest.kind}`;
    return `export const of${index}: ${type} = ${JSON.stringify(manifest)};`;
  });
  const file = path.join(folder, 'manifests.ts');
  await writeFile(file, lines.join('\n'));
  const options = '--noEmit --strict --skipLibCheck --module nodenext --ignoreConfig';
  const tsc = path.join(ROOT, 'node_modules/.bin/tsc');
  return (await judge(tsc, [...options.split(' '), file])).output;
}

describe('the manifests', () => {
  it('have the fields of their kinds, and no others', async () => {
    expect(manifests.length).toBeGreaterThan(7);
    const commented = readYaml(autoscaler) as Manifest[];
    expect(commented).toMatchObject([
      {
        kind: 'HorizontalPodAutoscaler',
        spec: { scaleTargetRef: { kind: servers?.kind, name: servers?.metadata?.name } },
      },
    ]);
    expect(await typeErrors([...manifests, ...commented])).toBe('');
  });

  it('would be refused for unknown, missing and mistyped fields', async () => {
    const good = JSON.stringify(servers);
    const planted = [
      ['"replicas":', '"replica":'],
      ['"containerPort":3000', '"containerPort":"3000"'],
      ['"automountServiceAccountToken":false,', '"readOnlyRootFilesystem":true,'],
      ['"serviceName":"keepreel-servers",', ''],
    ] as const;
    const bad = planted.map(([from, to]) => {
      expect(good).toContain(from);
      return JSON.parse(good.replace(from, to)) as Manifest;
    });
    const found = [...(await typeErrors(bad)).matchAll(/manifests\.ts\((\d+),\d+\): error/g)];
    expect([...new Set(found.map(([, line]) => Number(line)))]).toEqual([1, 2, 3, 4]);
  });

  it('are all applied, except the sample of the secret', () => {
    const applied = FILES.filter((name) => !name.includes('.example.'));
    expect([...kustomization.resources].sort()).toEqual(applied);
    expect(kustomization.images.map(({ name }) => name)).toEqual([container?.image]);
  });
});

const [map] = allOf<ConfigMap>('ConfigMap');
const [secret] = allOf<Secret>('Secret');
const secretKeys = Object.keys(secret?.stringData ?? {});

describe('the servers', () => {
  it('are one set, selected by it, its services, its budget and its policies', () => {
    expect(others).toEqual([]);
    expect(spec?.template.metadata?.labels).toEqual(LABELS);
    expect(spec?.selector.matchLabels).toEqual(LABELS);
    const selectors = [
      ...allOf<Service>('Service').map((service) => service.spec?.selector),
      ...allOf<PodDisruptionBudget>('PodDisruptionBudget').map(
        (budget) => budget.spec?.selector?.matchLabels,
      ),
      ...allOf<NetworkPolicy>('NetworkPolicy').map(
        (policy) => policy.spec?.podSelector?.matchLabels,
      ),
    ];
    expect(selectors).toEqual(Array.from({ length: 5 }, () => LABELS));
  });

  it('have a folder each, which goes with the pod', () => {
    expect(spec?.volumeClaimTemplates).toBe(undefined);
    const mounted = container?.volumeMounts?.find((mount) => mount.name === 'data')?.mountPath;
    const dataDir = environment.find(({ name }) => name === 'DATA_DIR')?.value;
    expect(dataDir).toBe(`${mounted}/data`);
    const volume = pod?.volumes?.find(({ name }) => name === 'data');
    expect(volume?.emptyDir?.sizeLimit).toMatch(/Gi$/);
  });

  it('mount what they declare, and the keys that the secret has', () => {
    const declared = (pod?.volumes ?? []).map((volume) => volume.name).sort();
    expect((container?.volumeMounts ?? []).map((mount) => mount.name).sort()).toEqual(declared);
    const files = (pod?.volumes ?? []).flatMap(({ secret: its }) => its?.items ?? []);
    const values = environment.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
    const keys = [...files, ...values].map(({ key }) => key);
    expect(keys.sort()).toEqual([...secretKeys].sort());
    const paths = environment.filter(({ name: key }) => key.endsWith('_FILE'));
    const mounted = container?.volumeMounts?.find((mount) => mount.name === 'keys')?.mountPath;
    expect(paths.map(({ value }) => value)).toEqual(files.map((item) => `${mounted}/${item.path}`));
  });

  it('get settings that exist, that can work, and all that several servers share', () => {
    const own = environment.map(({ name: key, value }) => [key, value] as const);
    const all = new Map([...Object.entries(map?.data ?? {}), ...own]);
    expect(unknownSettings(all.keys())).toEqual([]);
    expect(SHARED_NEEDS.filter((need) => !all.has(need))).toEqual([]);
    const filled = { S3_ACCESS_KEY_ID: 'an-id', METRICS_TOKEN: 'a-token-of-the-monitor' };
    const values = { ...Object.fromEntries(all), ...secret?.stringData, ...filled };
    expect(() => readConfig(values)).not.toThrow();
  });

  it('have time to drain', () => {
    const pause = Number(container?.lifecycle?.preStop?.exec?.command?.[1] ?? 0);
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(FORCED_END_SECONDS + pause);
  });

  it('are asked by the names of its ports', () => {
    const ports = (container?.ports ?? []).map((port) => port.name);
    const asked = [container?.livenessProbe, container?.startupProbe, container?.readinessProbe];
    expect(asked.map((probe) => probe?.httpGet?.path)).toEqual(['/healthz', '/healthz', '/readyz']);
    for (const probe of asked) expect(ports).toContain(probe?.httpGet?.port);
  });

  it('have no rights beyond their work', () => {
    expect(container?.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      hostUsers: false,
      shareProcessNamespace: true,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001 },
    });
  });
});

describe('the services', () => {
  const [service, each] = allOf<Service>('Service');

  it('lead from the ingress to the pods', () => {
    const [ingress] = allOf<Ingress>('Ingress');
    const backend = ingress?.spec?.rules?.[0]?.http?.paths[0]?.backend.service;
    expect(backend?.name).toBe(service?.metadata?.name);
    expect(service?.spec?.ports?.map(({ name }) => name)).toContain(backend?.port?.name);
    expect(service?.spec?.ports?.[0]?.targetPort).toBe('http');
  });

  it('give each pod a name', () => {
    expect(each?.metadata?.name).toBe(spec?.serviceName);
    expect(each?.spec).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true });
  });
});

describe('the network policies', () => {
  const [nothing, ...allowing] = allOf<NetworkPolicy>('NetworkPolicy');
  const blocks = allowing
    .flatMap((policy) => policy.spec?.egress ?? [])
    .flatMap(({ to = [], ports }) => to.map(({ ipBlock }) => ({ ipBlock, ports })))
    .filter(({ ipBlock }) => ipBlock);

  it('deny what no other allows', () => {
    const policyTypes = ['Ingress', 'Egress'];
    expect(nothing?.spec).toEqual({ podSelector: { matchLabels: LABELS }, policyTypes });
  });

  it('let the servers reach the internet, and of private networks what they share alone', () => {
    const open = blocks.filter(({ ipBlock }) => ipBlock?.cidr.endsWith('/0'));
    expect(open.map(({ ipBlock }) => ipBlock?.except?.length)).toEqual([6, 2]);
    const own = blocks.filter((block) => !open.includes(block));
    expect(own.map(({ ports }) => ports?.map(({ port }) => port))).toEqual([[5432, 6379, 443]]);
  });

  it('let the ingress controller and a monitor in', () => {
    const from = allowing.flatMap(({ spec: its }) => its?.ingress ?? []).flatMap((one) => one.from);
    const names = from.map((peer) => Object.values(peer?.namespaceSelector?.matchLabels ?? {})[0]);
    expect(names).toEqual(['traefik', 'monitoring']);
  });
});
