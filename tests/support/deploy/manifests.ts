// The Kubernetes manifests of deploy/ as kustomize puts them together: what all sets share, and one set.
import type { StatefulSet } from 'kubernetes-types/apps/v1.js';
import type { Container, PodSpec } from 'kubernetes-types/core/v1.js';
import { listDeploy, readDeploy, readYaml } from './deploy-tools.ts';

/** The sets that `kubectl apply -k` takes; that of workers adds them to the servers. */
export const SETS = ['servers', 'workers'] as const;

/** Any manifest. */
export type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
};

/** A kustomization, as far as the samples have one. */
export type Kustomization = {
  readonly resources: readonly string[];
  readonly images?: readonly { readonly name: string }[];
};

/** What makes the pods of one kind of server. */
export type Workload = {
  readonly name: string;
  readonly manifest: StatefulSet;
  readonly labels: Readonly<Record<string, string>>;
  readonly role: string;
  readonly pod: PodSpec;
  readonly container: Container;
};

/** The files of a folder of deploy/kubernetes, without its kustomization. */
export const filesOf = (folder: string) =>
  listDeploy(`kubernetes/${folder}`).filter((name) => name !== 'kustomization.yaml');

/** The kustomization of a folder. */
export function kustomizationOf(folder: string): Kustomization {
  const [kustomization] = readYaml(readDeploy(`kubernetes/${folder}/kustomization.yaml`));
  return kustomization as Kustomization;
}

/** The manifests of a set, and the sample of the secret. */
export function manifestsOf(set: string): readonly Manifest[] {
  return [...new Set(['servers', set])].flatMap((folder) =>
    filesOf(folder).flatMap(
      (name) => readYaml(readDeploy(`kubernetes/${folder}/${name}`)) as Manifest[],
    ),
  );
}

/** Those of a kind. */
export function allOf<T>(manifests: readonly Manifest[], kind: string): T[] {
  return manifests.filter((manifest) => manifest.kind === kind) as unknown as T[];
}

/** The servers of a set; the samples have one container in each pod. */
export function workloadsOf(manifests: readonly Manifest[]): readonly Workload[] {
  return allOf<StatefulSet>(manifests, 'StatefulSet').map((manifest) => {
    const { metadata, spec: pod = { containers: [] } } = manifest.spec?.template ?? {};
    const [container = { name: 'none' }] = pod.containers;
    const role = container.env?.find(({ name }) => name === 'ROLE')?.value ?? 'all';
    const { name = '' } = manifest.metadata ?? {};
    return { name, manifest, labels: metadata?.labels ?? {}, role, pod, container };
  });
}
