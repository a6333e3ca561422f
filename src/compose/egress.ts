// The name of this server's egress. What one egress has found can only be fetched by the same.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import type { Config } from '../config.ts';

/** EGRESS_ID; else one for the upstream proxy or, where servers share a Redis, for this machine. It reveals neither. */
export function egressOf({ EGRESS_ID, UPSTREAM_PROXY, REDIS_URL }: Config): string {
  if (EGRESS_ID !== undefined) return EGRESS_ID;
  const kind = UPSTREAM_PROXY === undefined ? 'direct' : 'upstream';
  if (REDIS_URL === undefined) return kind;
  return `${kind}-${hashed(UPSTREAM_PROXY ? new URL(UPSTREAM_PROXY).host : machineId())}`;
}

function machineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim() || os.hostname();
  } catch {
    return os.hostname();
  }
}

const hashed = (text: string) =>
  createHash('sha256').update(`keepreel egress ${text}`).digest('hex').slice(0, 8);
