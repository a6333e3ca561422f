import { expect, it, vi } from 'vitest';
import { SLOW_MACHINE_TIMEOUT } from '../../../tests/support/run/slow-machine-timeout.ts';
import { SHARED_RESOURCES } from '../../core/limits/network-bounds.ts';
import { systemClock } from '../clock/system.ts';
import { probeSandboxes } from '../process/probe-sandboxes.ts';
import { createThumbnails } from './thumbnails.ts';

const { thumbnails: all, runningThumbnails } = SHARED_RESOURCES;
const FLOOD = '192.0.2.1/32';

it('one network has few thumbnails fetched at once, and those of others do not wait for it', async () => {
  const asked: string[] = [];
  const stop = new AbortController();
  const thumbnails = createThumbnails({
    ffmpegPath: 'ffmpeg',
    sandbox: await probeSandboxes(),
    clock: systemClock,
    // A host that never answers.
    fetchPicture: ({ address }, _maxBytes, signal) => {
      asked.push(address);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  const codes: string[] = [];
  const render = (address: string, network: string) =>
    thumbnails
      .render({ address, headers: {}, platform: 'youtube' }, network, stop.signal)
      .catch((error) => codes.push(error.code ?? 'gone'));
  const waiting = runningThumbnails.perNetwork.address + all.perNetwork.address;
  const renders = Array.from({ length: waiting + 5 }, (_, n) => render(`flood ${n}`, FLOOD));
  await vi.waitUntil(() => codes.length === 5, SLOW_MACHINE_TIMEOUT);
  expect(codes).toEqual(Array(5).fill('too_many_requests'));
  expect(asked).toHaveLength(runningThumbnails.perNetwork.address);
  renders.push(render('elsewhere', '192.0.2.2/32'));
  await vi.waitUntil(() => asked.includes('elsewhere'), SLOW_MACHINE_TIMEOUT);
  stop.abort(new Error('seen enough'));
  await Promise.all(renders);
});
