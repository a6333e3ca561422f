import { expect, it } from 'vitest';
import { namespaceRefusal } from './namespace-refusal.ts';

const refusalOf = (files: Readonly<Record<string, string>>) =>
  namespaceRefusal((file) => files[file] ?? null);

it.each([
  ['/proc/sys/user/max_user_namespaces', '0\n', 'sysctl -w user.max_user_namespaces=15000'],
  ['/proc/sys/user/max_net_namespaces', '0\n', 'sysctl -w user.max_net_namespaces=15000'],
  [
    '/proc/sys/kernel/unprivileged_userns_clone',
    '0\n',
    'sysctl -w kernel.unprivileged_userns_clone=1',
  ],
  [
    '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    '1\n',
    'apparmor_parser -r /etc/apparmor.d/keepreel-bwrap',
  ],
  ['/proc/self/status', 'NoNewPrivs:\t1\nSeccomp:\t2\nSeccomp_filters:\t1\n', 'seccomp=unconfined'],
])('names %s of %j, and the remedy', (file, text, remedy) => {
  expect(refusalOf({ [file]: text })).toContain(remedy);
});

it('names nothing where nothing refuses them', () => {
  expect(
    refusalOf({
      '/proc/sys/user/max_user_namespaces': '96364\n',
      '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '0\n',
      '/proc/self/status': 'Seccomp:\t0\n',
    }),
  ).toBeNull();
});
