// Where the bytes of a file come from: the device, or the server, by ranges and with the visitor's cookie.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { openMedia } from './open-media.ts';
import { downloadSource, localSource } from './trim-source.ts';

afterEach(() => vi.unstubAllGlobals());

/** A second of silence as a WAV. */
function recording(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + 16_000);
  const text = (at: number, words: string) => bytes.set(new TextEncoder().encode(words), at);
  const view = new DataView(bytes.buffer);
  text(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8000, true);
  view.setUint32(28, 16_000, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, 16_000, true);
  return bytes;
}

describe('a file of the device', () => {
  const file = new File([recording()], 'Song.wav');

  it('is read where it is', async () => {
    const asked = vi.fn();
    vi.stubGlobal('fetch', asked);
    const source = localSource(file);
    expect(source).toMatchObject({ name: 'Song.wav', size: 16_044, isLocal: true });
    expect((await openMedia(source)).durationMs).toBe(1000);
    expect(asked).not.toHaveBeenCalled();
  });

  it('has an address until that is released', async () => {
    const { url, release } = localSource(file).address();
    expect((await (await fetch(url)).blob()).size).toBe(16_044);
    release();
    await expect(fetch(url)).rejects.toThrow();
  });

  it('is lost when it can no longer be read', async () => {
    await localSource(file).probe();
    const gone = new File([], 'Song.wav');
    const lost = { arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) };
    vi.spyOn(gone, 'slice').mockReturnValue(lost as unknown as Blob);
    await expect(localSource(gone).probe()).rejects.toThrow(DOMException);
  });
});

describe('a file of the server', () => {
  const bytes = recording();
  const download = {
    downloadUrl: '/files/1/song',
    filename: 'Song.wav',
    receipt: { bytes: bytes.length },
  } as DownloadResult;

  /** A server that has the file, or answers with a status. */
  function serverWith(status: number | null = null) {
    const calls: (readonly [string, string | undefined, string | undefined])[] = [];
    vi.stubGlobal('location', { origin: 'https://v.example' });
    vi.stubGlobal('fetch', async (url: string, { method, headers, credentials }: RequestInit) => {
      calls.push([url, method, credentials]);
      if (status !== null) return new Response(null, { status });
      const range = new Headers(headers).get('Range') ?? '';
      const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
      const part = bytes.slice(Number(from), Number(to) + 1);
      const contentRange = `bytes ${from}-${to}/${bytes.length}`;
      return new Response(part, { status: 206, headers: { 'Content-Range': contentRange } });
    });
    return calls;
  }

  it('is read by ranges', async () => {
    const calls = serverWith();
    const source = downloadSource(download);
    expect(source).toMatchObject({ name: 'Song.wav', size: 16_044, isLocal: false });
    expect((await openMedia(source)).durationMs).toBe(1000);
    expect(calls.length).toBeGreaterThan(0);
    for (const [url, , credentials] of calls)
      expect([url, credentials]).toEqual(['https://v.example/files/1/song', 'include']);
    expect(source.address().url).toBe('https://v.example/files/1/song');
  });

  it.each([
    [200, true],
    [403, false],
    [404, false],
    [500, false],
  ])('that answers with %d is there: %s', async (status, isThere) => {
    const calls = serverWith(status);
    const probing = downloadSource(download).probe();
    if (isThere) await probing;
    else await expect(probing).rejects.toThrow(String(status));
    expect(calls).toEqual([['https://v.example/files/1/song', 'HEAD', 'include']]);
  });
});
