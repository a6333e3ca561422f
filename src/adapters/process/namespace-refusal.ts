// Why a machine lets ordinary users create no namespaces, and the remedy; for the doctor and for a start that needs a sandbox.
import { readFileSync } from 'node:fs';

const KINDS = ['user', 'pid', 'net', 'mnt', 'ipc', 'uts'] as const;

/** Reads a file of the kernel; null where it has none. */
type Read = (file: string) => string | null;

/** The cause by name and its remedy, a sentence each; null where nothing that we know of refuses namespaces. */
export function namespaceRefusal(read: Read = readKernelFile): string | null {
  const sysctl = (name: string) => read(`/proc/sys/${name.replaceAll('.', '/')}`)?.trim();
  const none = KINDS.map((kind) => `user.max_${kind}_namespaces`).find(
    (name) => sysctl(name) === '0',
  );
  if (none)
    return `The kernel refuses namespaces because ${none} is 0. Run "sudo sysctl -w ${none}=15000", and write ${none}=15000 into /etc/sysctl.d/keepreel.conf.`;
  if (sysctl('kernel.unprivileged_userns_clone') === '0')
    return 'The kernel refuses namespaces to ordinary users because kernel.unprivileged_userns_clone is 0. Run "sudo sysctl -w kernel.unprivileged_userns_clone=1", and write kernel.unprivileged_userns_clone=1 into /etc/sysctl.d/keepreel.conf.';
  if (sysctl('kernel.apparmor_restrict_unprivileged_userns') === '1')
    return 'AppArmor refuses namespaces to ordinary users because kernel.apparmor_restrict_unprivileged_userns is 1, as on Ubuntu since 24.04. Run "sudo cp deploy/apparmor/keepreel-bwrap /etc/apparmor.d/ && sudo apparmor_parser -r /etc/apparmor.d/keepreel-bwrap".';
  if (/^Seccomp:\s*2$/m.test(read('/proc/self/status') ?? ''))
    return 'A seccomp filter, mostly of a container or a systemd unit, refuses namespaces. Allow them there: "security_opt: [seccomp=unconfined]" for Docker, "RestrictNamespaces=user pid net mnt ipc uts" for systemd.';
  return null;
}

function readKernelFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // Kernels differ in what they have.
    if (error instanceof Error) return null;
    throw error;
  }
}
