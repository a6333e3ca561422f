import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { createNetworkQuota } from '../limits/network-quota.ts';
import { createStoredUploads } from './stored-uploads.ts';

const MB = 1024 * 1024;
const [ONE, OTHER] = ['192.0.2.1/32', '192.0.2.2/32'];
const REFUSED = expect.objectContaining({ code: 'too_many_requests' });

function open() {
  const clock = createManualClock();
  const files = new Set<string>();
  const quota = createNetworkQuota({
    total: 20 * MB,
    perNetwork: { address: 5 * MB, 56: 5 * MB, 48: 5 * MB },
    beyond: 'too_many_requests',
    retryAfterSeconds: 600,
  });
  const get = async (id: string) => (files.has(id) ? ({ id } as StoredFile) : null);
  const uploads = createStoredUploads({ quota, files: { get }, clock });
  /** Receives so many megabytes; keeps them as a file of this name unless it is null. */
  const receive = async (
    network: string,
    megabytes: number,
    name: string | null,
    announced = 0,
  ) => {
    const upload = await uploads.begin(network, announced);
    async function* pieces() {
      for (let piece = 0; piece < megabytes; piece += 1) yield Buffer.alloc(MB);
    }
    try {
      for await (const _ of upload.counted(pieces()));
      if (name === null) return;
      files.add(name);
      upload.keep(name, megabytes * MB, clock.now() + 100_000);
    } finally {
      upload.drop();
    }
  };
  return { clock, files, quota, uploads, receive };
}

describe('the bytes of uploads that a network keeps', () => {
  it('are bounded, and those of others are their own', async () => {
    const { quota, receive } = open();
    await receive(ONE, 4, 'a');
    await expect(receive(ONE, 2, 'b')).rejects.toThrow(REFUSED);
    expect(quota.held()).toBe(4 * MB);
    await receive(OTHER, 5, 'c');
    await receive(ONE, 1, 'd');
  });

  it('are those that came, not those that were announced', async () => {
    const { quota, uploads } = open();
    for (let times = 0; times < 10; times += 1) await uploads.begin(ONE, 5 * MB);
    expect(quota.held()).toBe(0);
  });

  it('are refused before they are sent where they are announced and cannot fit', async () => {
    const { receive, uploads } = open();
    await receive(ONE, 4, 'a');
    await expect(uploads.begin(ONE, 2 * MB)).rejects.toThrow(REFUSED);
  });

  it('are none of an upload that failed', async () => {
    const { quota, receive } = open();
    await receive(ONE, 4, null);
    await expect(receive(ONE, 6, 'a')).rejects.toThrow(REFUSED);
    expect(quota.held()).toBe(0);
  });

  it('count until the file expires', async () => {
    const { clock, receive } = open();
    await receive(ONE, 5, 'a');
    clock.advance(99_999);
    await expect(receive(ONE, 1, 'b')).rejects.toThrow(REFUSED);
    clock.advance(1);
    await receive(ONE, 5, 'c');
  });

  it('count no longer once the file was removed or evicted', async () => {
    const { files, receive } = open();
    await receive(ONE, 5, 'a');
    files.delete('a');
    await receive(ONE, 5, 'b');
  });
});
