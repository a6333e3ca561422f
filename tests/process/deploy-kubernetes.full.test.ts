// The Kubernetes manifests of deploy/: of the right types, with names and labels that lead to each other, and settings that work.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StatefulSet } from 'kubernetes-types/apps/v1.js';
import type { ConfigMap, Secret, Service } from 'kubernetes-types/core/v1.js';
import type { Ingress } from 'kubernetes-types/networking/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import {
  FORCED_END_SECONDS,
  judge,
  ROOT,
  readDeploy,
  readYaml,
  SHARED_NEEDS,
  unknownSettings,
} from '../support/deploy/deploy-tools.ts';
import {
  allOf,
  filesOf,
  kustomizationOf,
  type Manifest,
  manifestsOf,
  SETS,
  type Workload,
  workloadsOf,
} from '../support/deploy/manifests.ts';

const [map] = allOf<ConfigMap>(manifestsOf('servers'), 'ConfigMap');
const secrets = allOf<Secret>(manifestsOf('servers'), 'Secret');
/** What is in the Secret for servers of this role. */
function secretOf(role: string): Readonly<Record<string, string>> {
  const name = role === 'worker' ? 'keepreel-worker' : 'keepreel';
  const own = secrets.find(({ metadata }) => metadata?.name === name);
  return own?.stringData ?? {};
}

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

/** The sample of a file that is a comment. */
function commentedIn(file: string): Manifest[] {
  const text = readDeploy(`kubernetes/${file}`);
  const sample = text.slice(text.indexOf('# apiVersion: autoscaling')).replace(/^# ?/gm, '');
  return readYaml(sample) as Manifest[];
}

describe('the manifests', () => {
  it('have the fields of their kinds, and no others', async () => {
    const commented = ['servers/servers.yaml', 'workers/workers.yaml'].flatMap(commentedIn);
    const targets = [
      { kind: 'StatefulSet', name: 'keepreel' },
      { kind: 'StatefulSet', name: 'keepreel-workers' },
    ];
    expect(commented).toMatchObject(
      targets.map((target) => ({ spec: { scaleTargetRef: target } })),
    );
    const manifests = SETS.flatMap(manifestsOf);
    expect(manifests.length).toBeGreaterThan(20);
    expect(await typeErrors([...manifests, ...commented])).toBe('');
  });

  it('would be refused for unknown, missing and mistyped fields', async () => {
    const good = JSON.stringify(allOf<StatefulSet>(manifestsOf('servers'), 'StatefulSet')[0]);
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
});

describe.each(SETS)('the set %s', (set) => {
  const manifests = manifestsOf(set);
  const workloads = workloadsOf(manifests);

  it('is applied whole, except the sample of the secret', () => {
    const listed = (name: string) => [...kustomizationOf(name).resources].sort();
    const applied = (name: string) => filesOf(name).filter((file) => !file.includes('.example.'));
    expect(listed(set)).toEqual([...(set === 'servers' ? [] : ['../servers']), ...applied(set)]);
    const images = new Set(workloads.map(({ container }) => container.image));
    expect(kustomizationOf(set).images?.map(({ name }) => name)).toEqual([...images]);
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('leads from the ingress to the servers that have pages', () => {
    const [ingress] = allOf<Ingress>(manifests, 'Ingress');
    const backend = ingress?.spec?.rules?.[0]?.http?.paths[0]?.backend.service;
    const service = allOf<Service>(manifests, 'Service').find(
      ({ metadata }) => metadata?.name === backend?.name,
    );
    expect(service?.spec?.ports?.map(({ name }) => name)).toContain(backend?.port?.name);
    expect(service?.spec?.ports?.[0]?.targetPort).toBe('http');
    const [reached, ...others] = workloads.filter(({ role }) => role !== 'worker');
    expect(others).toEqual([]);
    expect(service?.spec?.selector).toEqual(reached?.labels);
  });

  it('keeps all but one server of each kind when nodes are emptied', () => {
    const budgets = allOf<PodDisruptionBudget>(manifests, 'PodDisruptionBudget');
    expect(budgets.map(({ spec }) => spec?.selector?.matchLabels)).toEqual(
      workloads.map(({ labels }) => labels),
    );
    expect(budgets.map(({ spec }) => spec?.maxUnavailable)).toEqual(workloads.map(() => 1));
  });

  it('has servers that differ by their labels', () => {
    const roles = workloads.map(({ role }) => role);
    expect(roles).toEqual(set === 'servers' ? ['all'] : ['all', 'worker']);
    for (const { role, labels, manifest } of workloads) {
      expect(labels).toEqual({ app: 'keepreel', role });
      expect(manifest.spec?.selector.matchLabels).toEqual(labels);
    }
  });

  describe.each(workloads)('$name', (workload) => {
    checkWorkload(workload, manifests);
  });
});

function checkWorkload(
  { labels, role, manifest, pod, container }: Workload,
  manifests: readonly Manifest[],
): void {
  const environment = container.env ?? [];
  const mountOf = (volume: string) =>
    container.volumeMounts?.find(({ name }) => name === volume)?.mountPath;

  it('has a folder for each pod, which goes with it', () => {
    const dataDir = environment.find(({ name }) => name === 'DATA_DIR')?.value;
    expect(dataDir).toBe(`${mountOf('data')}/data`);
    const volume = pod.volumes?.find(({ name }) => name === 'data');
    expect(volume?.emptyDir?.sizeLimit).toMatch(/Gi$/);
  });

  it('mounts what it declares, and the keys that the secret has', () => {
    const declared = (pod.volumes ?? []).map((volume) => volume.name).sort();
    expect((container.volumeMounts ?? []).map((mount) => mount.name).sort()).toEqual(declared);
    const files = (pod.volumes ?? []).flatMap(({ secret: its }) => its?.items ?? []);
    const values = environment.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
    expect([...files, ...values].map(({ key }) => key).sort()).toEqual(
      Object.keys(secretOf(role)).sort(),
    );
    const from = (pod.volumes ?? []).flatMap(({ secret: its }) => its?.secretName ?? []);
    const names = new Set([...from, ...values.map(({ name }) => name)]);
    expect([...names]).toEqual([role === 'worker' ? 'keepreel-worker' : 'keepreel']);
    const paths = environment.filter(({ name: key }) => key.endsWith('_FILE'));
    expect(paths.map(({ value }) => value)).toEqual(
      files.map((item) => `${mountOf('keys')}/${item.path}`),
    );
  });

  it('gets settings that exist, that can work, and all that several servers share', () => {
    // Only a part of other values, into which the kubelet puts it.
    const settings = environment.filter(({ name: key }) => key !== 'POD_IP');
    const own = settings.map(
      ({ name: key, value }) => [key, value?.replace('$(POD_IP)', '10.0.0.5')] as const,
    );
    const all = new Map([...Object.entries(map?.data ?? {}), ...own]);
    expect(unknownSettings(all.keys())).toEqual([]);
    expect(SHARED_NEEDS.filter((need) => !all.has(need))).toEqual([]);
    const filled = { S3_ACCESS_KEY_ID: 'an-id', METRICS_TOKEN: 'a-token-of-the-monitor' };
    const values = { ...Object.fromEntries(all), ...secretOf(role), ...filled };
    expect(() => readConfig(values)).not.toThrow();
  });

  it('has time to drain, and is replaced one pod at a time', () => {
    const pause = Number(container.lifecycle?.preStop?.exec?.command?.[1] ?? 0);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(FORCED_END_SECONDS + pause);
    expect(manifest.spec?.minReadySeconds).toBe(180);
  });

  it('is asked by the names of its ports', () => {
    const ports = (container.ports ?? []).map((port) => port.name);
    const asked = [container.livenessProbe, container.startupProbe, container.readinessProbe];
    expect(asked.map((probe) => probe?.httpGet?.path)).toEqual(['/healthz', '/healthz', '/readyz']);
    for (const probe of asked) expect(ports).toContain(probe?.httpGet?.port);
  });

  it('has no rights beyond its work', () => {
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001 },
    });
    const forSandbox = [
      pod.hostUsers,
      pod.shareProcessNamespace,
      pod.securityContext?.seccompProfile?.type,
      container.securityContext?.appArmorProfile?.type,
      container.securityContext?.procMount,
    ];
    expect(forSandbox).toEqual([false, true, 'Unconfined', 'Unconfined', 'Unmasked']);
  });

  it('gives each pod a name', () => {
    const { serviceName, volumeClaimTemplates } = manifest.spec ?? {};
    expect(volumeClaimTemplates).toBe(undefined);
    const each = allOf<Service>(manifests, 'Service').find(
      ({ metadata }) => metadata?.name === serviceName,
    );
    expect(each?.spec).toMatchObject({
      clusterIP: 'None',
      publishNotReadyAddresses: true,
      selector: labels,
    });
  });
}
