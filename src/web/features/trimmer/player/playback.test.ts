// The playback of a file, with a video element that plays when a test says so.
import { beforeEach, expect, it, vi } from 'vitest';
import { createPlayback, type Follower, type Playback } from './playback.ts';

const DURATION_MS = 10_000;
/** What is left when 2 to 5 seconds and the last two are removed. */
const KEPT = [
  { startMs: 1000, endMs: 2000 },
  { startMs: 5000, endMs: 8000 },
];

/** Plays in steps of a tenth of a second, and ends with the file. */
class FakeVideo extends EventTarget {
  currentTime = 0;
  paused = true;
  preload = 'metadata';
  readyState = 1;
  videoWidth = 640;
  loads = 0;
  canPlay = true;

  get ended() {
    return this.currentTime >= DURATION_MS / 1000;
  }
  load() {
    this.loads += 1;
  }
  async play() {
    if (!this.canPlay) throw new DOMException('', 'NotSupportedError');
    if (!this.paused) return;
    this.paused = false;
    this.dispatchEvent(new Event('play'));
  }
  pause() {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
  /** Plays on by a tenth of a second; whole milliseconds. */
  step() {
    if (this.paused) return;
    this.currentTime = Math.min(Math.round(this.currentTime * 10 + 1) / 10, DURATION_MS / 1000);
    if (!this.ended) return;
    this.pause();
    this.dispatchEvent(new Event('ended'));
  }
}

let video: FakeVideo;
let playback: Playback;
let leave: () => void;
let frames: Map<number, () => void>;
let on: { [Name in keyof Follower]: ReturnType<typeof vi.fn<Follower[Name]>> };
beforeEach(() => {
  frames = new Map();
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
    last += 1;
    frames.set(last, frame);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
  video = new FakeVideo();
  on = { moved: vi.fn(), played: vi.fn(), loaded: vi.fn(), failed: vi.fn() };
  playback = createPlayback(DURATION_MS, on);
  leave = playback.follow(video as unknown as HTMLVideoElement);
  return () => vi.unstubAllGlobals();
});

/** Plays for some seconds; the times that were shown, at each tenth of a second. */
function watch(seconds: number): number[] {
  const shown: number[] = [];
  for (let step = 0; step < Math.round(seconds * 10); step += 1) {
    video.step();
    const due = [...frames.values()];
    frames.clear();
    for (const frame of due) frame();
    if (!video.paused) shown.push(Math.round(video.currentTime * 1000));
  }
  return shown;
}
const position = () => on.moved.mock.lastCall?.[0];
const isRemoved = (timeMs: number) =>
  KEPT.every(({ startMs, endMs }) => timeMs < startMs || timeMs > endMs);

it('plays the kept parts from the first on, skips what was removed, and stops at the last end', () => {
  playback.seek(9000);
  playback.playParts(KEPT);
  expect([video.currentTime, position()]).toEqual([1, 1000]);
  const shown = watch(20);
  expect(shown.filter(isRemoved)).toEqual([]);
  expect([shown.length, shown.at(-1)]).toEqual([39, 7900]);
  expect([video.paused, position(), on.played.mock.lastCall]).toEqual([true, 8000, [false]]);
});

it('plays the kept parts again and again while it loops', () => {
  playback.setLooping(true);
  playback.playParts(KEPT);
  const shown = watch(9);
  expect(shown.filter(isRemoved)).toEqual([]);
  expect([shown.filter((timeMs) => timeMs === 1500).length, video.paused]).toEqual([3, false]);
});

it('loops also where the last part ends with the file, which pauses the element', async () => {
  playback.setLooping(true);
  playback.playParts([{ startMs: 9500, endMs: DURATION_MS }]);
  watch(0.5);
  await vi.waitFor(() => expect(video.paused).toBe(false));
  expect(video.currentTime).toBe(9.5);
});

it('plays on to the end of the file once a time was shown, or after a pause', () => {
  playback.playParts(KEPT);
  playback.seek(1500);
  expect(watch(1)).toContain(2500);
  playback.playParts(KEPT);
  watch(0.5);
  playback.toggle();
  expect(video.paused).toBe(true);
  playback.toggle();
  expect(watch(1)).toContain(2500);
});

it('forgets the parts at the end of the file', () => {
  playback.playParts([{ startMs: 9500, endMs: DURATION_MS }]);
  watch(1);
  video.currentTime = 2;
  playback.toggle();
  expect(watch(1).at(-1)).toBe(3000);
});

it('tells where it is while it plays, and no longer once it is paused', () => {
  playback.toggle();
  watch(0.3);
  expect(on.moved.mock.calls.map(([timeMs]) => Math.round(timeMs))).toEqual([100, 200, 300]);
  playback.toggle();
  watch(0.1);
  on.moved.mockClear();
  watch(0.3);
  expect(on.moved).not.toHaveBeenCalled();
  expect(frames.size).toBe(0);
});

it('plays nothing where no part is kept', () => {
  playback.seek(3000);
  playback.playParts([]);
  expect([video.paused, video.currentTime]).toEqual([true, 3]);
});

it.each([
  [-5, 0],
  [2500, 2500],
  [99_999, DURATION_MS],
])('a seek to %d ms shows %d ms', (toMs, shownMs) => {
  playback.seek(toMs);
  expect([video.currentTime * 1000, position()]).toEqual([shownMs, shownMs]);
});

it('loads a file that waits until it is needed, once a time is to be shown', () => {
  playback.seek(1000);
  expect(video.loads).toBe(0);
  // Nothing to do for one that is loading, or that is loaded already.
  Object.assign(video, { preload: 'metadata', readyState: 0 });
  playback.seek(1500);
  Object.assign(video, { preload: 'none', readyState: 1 });
  playback.seek(1600);
  expect(video.loads).toBe(0);
  Object.assign(video, { preload: 'none', readyState: 0 });
  playback.seek(2000);
  expect([video.loads, video.preload, video.currentTime]).toEqual([1, 'metadata', 2]);
});

it('tells whether it plays, also when the browser refuses to', async () => {
  playback.toggle();
  expect(on.played.mock.calls).toEqual([[true]]);
  playback.toggle();
  video.canPlay = false;
  on.played.mockClear();
  playback.toggle();
  await vi.waitFor(() => expect(on.played.mock.calls).toEqual([[false]]));
});

it('tells what of the file can be shown', () => {
  video.dispatchEvent(new Event('loadedmetadata'));
  video.videoWidth = 0;
  video.dispatchEvent(new Event('loadedmetadata'));
  video.dispatchEvent(new Event('error'));
  expect([on.loaded.mock.calls, on.failed.mock.calls.length]).toEqual([[[true], [false]], 1]);
});

it('is silent once it is left, but still keeps a position', async () => {
  playback.toggle();
  leave();
  expect([video.paused, frames.size]).toEqual([true, 0]);
  on.played.mockClear();
  await video.play();
  expect(on.played).not.toHaveBeenCalled();
  playback.seek(4000);
  expect([position(), video.currentTime]).toEqual([4000, 0]);
});
