// What the doctor finds about the operator's egresses: whether each opens a connection to a platform that it serves.

import { systemClock } from '../adapters/clock/system.ts';
import { createDoor } from '../adapters/door/index.ts';
import { tryEgress } from '../adapters/door/try-egress.ts';
import { extraCertificates } from '../compose/certificates.ts';
import type { ConfiguredEgress, ConfiguredEgresses } from '../compose/egress/egresses.ts';
import type { Config } from '../config.ts';
import { AppError, codeOf } from '../shared/errors.ts';
import { PLATFORMS } from '../shared/platforms/index.ts';
import { isUpstreamHost } from '../shared/platforms/upstreams.ts';
import type { Finding } from './doctor-shared.ts';

const KINDS = { http: 'an HTTP', https: 'an HTTPS', socks5: 'a SOCKS 5' } as const;

/** One for each of these egresses. */
export async function egressFindings(
  config: Config,
  egresses: ConfiguredEgresses,
): Promise<readonly Finding[]> {
  const certificates = extraCertificates(config);
  const door = await createDoor({
    clock: systemClock,
    hosts: { mode: config.EGRESS_HOSTS, isListed: isUpstreamHost },
    nat64: config.EGRESS_NAT64,
    egresses,
    ...(certificates && { extraCa: certificates.pem }),
  });
  const findings = await Promise.all(egresses.map((egress) => findingOf(door, egress)));
  await door.close();
  return findings;
}

async function findingOf(
  door: Awaited<ReturnType<typeof createDoor>>,
  { id, platforms, proxy, from }: ConfiguredEgress,
): Promise<Finding> {
  const platform = platforms?.[0] ?? 'youtube';
  const { label } = PLATFORMS[platform];
  const kind = proxy
    ? `through ${KINDS[proxy.kind]} proxy`
    : from
      ? 'from its own address'
      : 'directly';
  const names = proxy?.resolvesNames ? ', which resolves names itself' : '';
  const name = `egress ${id}`;
  const error = await tryEgress(door, id, platform);
  if (error === null)
    return { state: 'ok', name, message: `${kind}${names}; ${label} can be reached` };
  const why = error instanceof AppError && error.message !== error.code ? `: ${error.message}` : '';
  const message = `${kind}${names}; ${label} cannot be reached (${codeOf(error)}${why})`;
  return { state: 'degraded', name, message };
}
