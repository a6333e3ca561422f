import { expect, it } from 'vitest';
import { createNetworkQuota } from '../limits/network-quota.ts';
import { createStoredUploads } from './receive-upload.ts';

it('a network can keep so many bytes of uploads, and more once the first have expired', () => {
  const uploads = createStoredUploads(
    createNetworkQuota({
      total: 1000,
      perNetwork: { address: 250, 56: 250, 48: 250 },
      beyond: 'too_many_requests',
      retryAfterSeconds: 600,
    }),
  );
  const take = (network: string, bytes: number, nowMs: number) =>
    uploads.take(network, bytes, nowMs, 100);
  const [one, other] = ['192.0.2.1/32', '192.0.2.2/32'];
  take(one, 200, 0);
  expect(() => take(one, 100, 99)).toThrow(expect.objectContaining({ code: 'too_many_requests' }));
  take(other, 200, 99);
  take(one, 250, 100);
});
