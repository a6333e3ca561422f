import { describe, expect, it } from 'vitest';
import {
  kindOf,
  readyDownload,
  runningDownload,
  validLink,
} from '../../../../../tests/support/flow/flow-steps.ts';
import {
  aJob,
  anEvent,
  anInspection,
  anOffer,
  createFlowWorld,
  LINK,
  RESULT,
  refusal,
  VALID,
} from '../../../../../tests/support/flow/flow-world.ts';

describe('a download', () => {
  it('starts active at 0 %, checks the link again, and sends format and quality', async () => {
    const world = await validLink();
    world.flow.choose({ quality: 'medium' });
    void world.flow.start();
    expect(world.flow.getState().download).toEqual({
      kind: 'running',
      job: null,
      title: 'A walk',
      progress: null,
      percent: 0,
      isPressed: true,
    });
    expect(world.asked('start').args[0]).toEqual({ url: LINK, format: 'mp4', quality: 'medium' });
    await world.asked('detect').fail(new TypeError('Failed to fetch'));
    expect(world.logged).toEqual(['the link was not checked again']);
    await world.asked('start').answer(aJob());
    expect(world.flow.getState().download).toMatchObject({ kind: 'running', job: '1' });
    expect(world.kept()).toMatchObject({ job: '1', url: LINK });
  });

  it('starts before the inspection has finished', async () => {
    const world = createFlowWorld();
    void world.flow.analyze(LINK);
    await world.asked('detect').answer(VALID);
    void world.flow.start();
    await world.asked('start').answer(aJob());
    await world.asked('inspect').answer(anInspection([anOffer('high')]));
    expect(kindOf(world)).toBe('valid inspected running');
  });

  it('asks for MP3 at its best whatever the quality of the video was, and for a picked row by its id', async () => {
    const world = await validLink();
    world.flow.choose({ quality: 'low' });
    world.flow.choose({ format: 'mp3' });
    void world.flow.start();
    expect(world.asked('start').args[0]).toEqual({ url: LINK, format: 'mp3', quality: 'high' });
    world.flow.cancel();
    world.flow.choose({ offerId: 'mp3-320' });
    await world.asked('start').answer(aJob());
    void world.flow.start();
    expect(world.asked('start').args[0]).toMatchObject({ offer: 'mp3-320' });
  });

  it('follows the stream, never goes back, closes it at its end and shows the file', async () => {
    const world = await runningDownload();
    const stream = world.streams.get('1');
    const percents = [10, 42, 30, 60].map((percent) => {
      stream?.event(anEvent(percent));
      const { download } = world.flow.getState();
      return download.kind === 'running' ? download.percent : null;
    });
    expect(percents).toEqual([10, 42, 42, 60]);
    stream?.event(anEvent(100, 'ready'));
    expect(world.streams.size).toBe(0);
    await world.asked('job').answer(aJob({ state: 'ready', result: RESULT }));
    expect(world.flow.getState().download).toEqual({
      kind: 'ready',
      job: '1',
      title: 'A walk',
      result: RESULT,
      isPressed: true,
    });
  });

  it('asks again and again, ever more slowly, when the stream breaks and the line is down', async () => {
    const world = await runningDownload();
    world.streams.get('1')?.broke();
    expect(world.streams.size).toBe(0);
    await world.asked('job').answer(aJob({ progress: anEvent(20) }));
    expect(world.flow.getState().download).toMatchObject({ percent: 20 });
    const pauses: (number | null)[] = [];
    for (let round = 0; round < 6; round += 1) {
      pauses.push(await world.tick());
      await world.asked('job').fail(new TypeError('Failed to fetch'));
    }
    expect(pauses).toEqual([1500, 1500, 3000, 6000, 12_000, 15_000]);
    await world.tick();
    await world.asked('job').answer(aJob({ state: 'ready', result: RESULT }));
    expect(kindOf(world)).toBe('valid inspected ready');
  });

  it('does not trust a stream that is silent for long', async () => {
    const world = await runningDownload();
    expect(world.timers()).toEqual([20_000]);
    world.streams.get('1')?.event(anEvent(10));
    expect(world.timers()).toEqual([20_000]);
    await world.tick();
    expect(world.isAsked('job')).toBe(true);
  });

  it('shows why it failed, with toast and card', async () => {
    const world = await runningDownload();
    world.streams.get('1')?.event(anEvent(10, 'failed'));
    const error = { code: 'bad_media', message: 'Not whole.', params: { platform: 'X' } } as const;
    await world.asked('job').answer(aJob({ state: 'failed', error }));
    const failure = {
      code: 'bad_media',
      params: { platform: 'X' },
      serverMessage: 'Not whole.',
      ref: null,
    };
    expect(world.flow.getState().download).toEqual({ kind: 'failed', failure });
    expect(world.notices).toEqual([{ kind: 'downloadFailed', failure }]);
    expect(world.kept()).toBeNull();
  });

  it('shows why it was not even taken', async () => {
    const world = await validLink();
    void world.flow.start();
    await world.asked('start').fail(refusal('server_full', 503));
    expect(world.flow.getState().download).toMatchObject({
      kind: 'failed',
      failure: { code: 'server_full', serverMessage: 'said server_full', ref: 'r' },
    });
  });

  it('suspects the cookies when the server forgets a job at once, and only then', async () => {
    const early = await runningDownload();
    early.streams.get('1')?.broke();
    await early.asked('job').fail(refusal('job_not_found', 404));
    expect(early.flow.getState().download).toMatchObject({ failure: { code: 'cookies_off' } });
    const late = await runningDownload();
    late.streams.get('1')?.event(anEvent(50));
    late.streams.get('1')?.broke();
    await late.asked('job').fail(refusal('job_not_found', 404));
    expect(late.flow.getState().download).toMatchObject({ failure: { code: 'job_not_found' } });
  });

  it('is cancelled at once, before the request to the server, whose failure is only logged', async () => {
    const world = await runningDownload();
    world.streams.get('1')?.event(anEvent(50));
    world.flow.cancel();
    expect(kindOf(world)).toBe('valid inspected none');
    expect(world.streams.size).toBe(0);
    expect(world.kept()).toBeNull();
    const { args, fail } = world.asked('cancel');
    expect(args).toEqual(['1']);
    await fail(new TypeError('Failed to fetch'));
    expect(world.logged).toEqual(['the cancel request failed']);
    expect(world.notices).toEqual([]);
  });

  it('is cancelled even before the server has given it a name', async () => {
    const world = await validLink();
    void world.flow.start();
    const start = world.asked('start');
    world.flow.cancel();
    expect(world.isAsked('cancel')).toBe(false);
    await start.answer(aJob());
    expect(world.asked('cancel').args).toEqual(['1']);
    expect(kindOf(world)).toBe('valid inspected none');
    expect(world.kept()).toBeNull();
  });

  it('goes back to the choices when it was cancelled elsewhere', async () => {
    const world = await runningDownload();
    world.streams.get('1')?.event(anEvent(50, 'cancelled'));
    await world.asked('job').answer(aJob({ state: 'cancelled' }));
    expect(kindOf(world)).toBe('valid inspected none');
  });
});

describe('a finished download', () => {
  it('is forgotten with "Download Another Video"', async () => {
    const world = await readyDownload();
    world.flow.reset();
    expect(kindOf(world)).toBe('idle none none');
    expect(world.flow.getState().text).toBe('');
    expect(world.kept()).toBeNull();
  });

  it('keeps its press when its sum or its share link comes later', async () => {
    const world = await runningDownload();
    world.streams.get('1')?.event(anEvent(100, 'ready'));
    const receipt = { ...RESULT.receipt, sha256: null };
    await world.asked('job').answer(aJob({ state: 'ready', result: { ...RESULT, receipt } }));
    await world.tick();
    await world.asked('job').answer(aJob({ state: 'ready', result: RESULT }));
    expect(world.flow.getState().download).toMatchObject({ isPressed: true, result: RESULT });
    void world.flow.share();
    const shared = { ...RESULT, shareUrl: '/files/s/a.mp4' };
    await world.asked('share').answer(aJob({ state: 'ready', result: shared }));
    expect(world.flow.getState().download).toMatchObject({ isPressed: true, result: shared });
  });

  it('is gone once the server says so, and not before', async () => {
    const world = await readyDownload();
    void world.flow.checkExpiry();
    await world.asked('job').answer(aJob({ state: 'ready', result: RESULT }));
    expect(kindOf(world)).toBe('valid inspected ready');
    void world.flow.checkExpiry();
    const error = { code: 'expired', message: '', params: {} } as const;
    await world.asked('job').answer(aJob({ state: 'ready', error }));
    expect(world.flow.getState().download).toEqual({ kind: 'gone', why: 'expired' });
    void world.flow.start();
    expect(world.asked('start').args[0]).toMatchObject({ url: LINK });
  });

  it('is deleted on demand; where that fails, it stays and a toast says so', async () => {
    const world = await readyDownload();
    void world.flow.remove();
    await world.asked('remove').fail(new TypeError('Failed to fetch'));
    expect(world.notices).toMatchObject([{ kind: 'actionFailed' }]);
    void world.flow.remove();
    await world.asked('remove').answer(null);
    expect(world.flow.getState().download).toEqual({ kind: 'gone', why: 'deleted' });
    expect(world.kept()).toBeNull();
  });
});
