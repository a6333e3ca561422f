// Starts the platform lab: a local forward proxy that plays the platforms for real clients.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFaults } from './faults/fault-rules.ts';
import type { FaultRule } from './faults/faults.ts';
import type { MediaLibrary } from './media/media.ts';
import { createMediaLibrary } from './media/media-library.ts';
import type { LabPlatform } from './platform.ts';
import { createAuthority } from './proxy/certificates.ts';
import { createOrigin } from './proxy/origin.ts';
import { startProxy } from './proxy/proxy.ts';
import type { SeenRequest, UnknownRequest } from './proxy/request-log.ts';
import type { Shape } from './proxy/shape.ts';

/** A running lab. */
export type Lab = {
  /** `http://127.0.0.1:<port>`: CONNECT for https, absolute addresses for http. */
  readonly proxyUrl: string;
  /** A PEM file with the throw-away CA alone; deleted by `close`. */
  readonly caFile: string;
  readonly caPem: string;
  /** Requests that no platform answered. A test that leaves one here has failed. */
  readonly unknown: () => readonly UnknownRequest[];
  /** Every request since the start or the last `clear`, in order of arrival; the newest 10,000. */
  readonly requests: () => readonly SeenRequest[];
  /** Clears `unknown` and `requests`. */
  readonly clear: () => void;
  /** All bytes that clients were sent since the start. */
  readonly sentBytes: () => number;
  readonly faults: {
    /** Adds a rule; the newest match wins. The returned function removes it. */
    readonly add: (rule: FaultRule) => () => void;
    readonly clear: () => void;
  };
  readonly shape: {
    /** Closes all connections; later ones have this shape. */
    readonly set: (shape: Shape) => Promise<void>;
  };
  readonly close: () => Promise<void>;
};

/** What a lab is made of. Without `media` it makes its own, cached on this machine. */
export type LabOptions = {
  readonly platforms: readonly LabPlatform[];
  readonly media?: MediaLibrary;
};

/** Starts a lab on a free port of 127.0.0.1. */
export async function startLab({ platforms, media }: LabOptions): Promise<Lab> {
  const authority = await createAuthority();
  const folder = await mkdtemp(join(tmpdir(), 'platform-lab-'));
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, authority.caPem);
  const faults = createFaults();
  const origin = createOrigin({
    platforms,
    faults,
    media: media ?? createMediaLibrary(),
  });
  const proxy = await startProxy({ authority, faults, origin });
  return {
    proxyUrl: `http://127.0.0.1:${proxy.port}`,
    caFile,
    caPem: authority.caPem,
    unknown: origin.log.unknown,
    requests: origin.log.seen,
    clear: origin.log.clear,
    sentBytes: proxy.sentBytes,
    faults: { add: faults.add, clear: faults.clear },
    shape: { set: proxy.setShape },
    close: async () => {
      await proxy.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
