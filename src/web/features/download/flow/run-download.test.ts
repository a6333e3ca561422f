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
  createManualFlow,
  LINK,
  RESULT,
  refusal,
  VALID,
} from '../../../../../tests/support/flow/manual-flow.ts';
import { RequestError } from '../../../browser/request.ts';

describe('a download', () => {
  it('starts active at 0 %, checks the link again, and sends format and quality', async () => {
    const fixture = await validLink();
    fixture.flow.choose({ quality: 'medium' });
    void fixture.flow.start();
    expect(fixture.flow.getState().download).toEqual({
      kind: 'running',
      job: null,
      title: 'A walk',
      progress: null,
      percent: 0,
      isPressed: true,
      savedEtag: null,
    });
    expect(fixture.asked('start').args[0]).toEqual({ url: LINK, format: 'mp4', quality: 'medium' });
    await fixture.asked('detect').fail(new TypeError('Failed to fetch'));
    expect(fixture.logged).toEqual(['the link was not checked again']);
    await fixture.asked('start').answer(aJob());
    expect(fixture.flow.getState().download).toMatchObject({ kind: 'running', job: '1' });
    expect(fixture.kept()).toMatchObject({ job: '1', url: LINK });
  });

  it('starts before the inspection has finished', async () => {
    const fixture = createManualFlow();
    void fixture.flow.analyze(LINK);
    await fixture.asked('detect').answer(VALID);
    void fixture.flow.start();
    await fixture.asked('start').answer(aJob());
    await fixture.asked('inspect').answer(anInspection([anOffer('high')]));
    expect(kindOf(fixture)).toBe('valid inspected running');
  });

  it('asks for MP3 at its best whatever the quality of the video was, and for a picked row by its id', async () => {
    const fixture = await validLink();
    fixture.flow.choose({ quality: 'low' });
    fixture.flow.choose({ format: 'mp3' });
    void fixture.flow.start();
    expect(fixture.asked('start').args[0]).toEqual({ url: LINK, format: 'mp3', quality: 'high' });
    fixture.flow.cancel();
    fixture.flow.choose({ offerId: 'mp3-320' });
    await fixture.asked('start').answer(aJob());
    void fixture.flow.start();
    expect(fixture.asked('start').args[0]).toMatchObject({ offer: 'mp3-320' });
  });

  it('follows the stream, never goes back, closes it at its end and shows the file', async () => {
    const fixture = await runningDownload();
    const stream = fixture.streams.get('1');
    const percents = [10, 42, 30, 60].map((percent) => {
      stream?.event(anEvent(percent));
      const { download } = fixture.flow.getState();
      return download.kind === 'running' ? download.percent : null;
    });
    expect(percents).toEqual([10, 42, 42, 60]);
    stream?.event(anEvent(100, 'ready'));
    expect(fixture.streams.size).toBe(0);
    await fixture.asked('job').answer(aJob({ state: 'ready', result: RESULT }));
    expect(fixture.flow.getState().download).toEqual({
      kind: 'ready',
      job: '1',
      title: 'A walk',
      result: RESULT,
      isPressed: true,
      savedEtag: null,
    });
  });

  it('knows at its end what was saved while it arrived', async () => {
    const fixture = await runningDownload();
    fixture.flow.saved(RESULT.etag);
    fixture.streams.get('1')?.event(anEvent(100, 'ready'));
    await fixture.asked('job').answer(aJob({ state: 'ready', result: RESULT }));
    fixture.flow.saved('"late"');
    expect(fixture.flow.getState().download).toMatchObject({ savedEtag: RESULT.etag });
  });

  it('asks again and again, ever more slowly, when the stream breaks and the line is down', async () => {
    const fixture = await runningDownload();
    fixture.streams.get('1')?.broke();
    expect(fixture.streams.size).toBe(0);
    await fixture.asked('job').answer(aJob({ progress: anEvent(20) }));
    expect(fixture.flow.getState().download).toMatchObject({ percent: 20 });
    const pauses: (number | null)[] = [];
    for (let round = 0; round < 6; round += 1) {
      pauses.push(await fixture.tick());
      await fixture.asked('job').fail(new TypeError('Failed to fetch'));
    }
    expect(pauses).toEqual([1500, 1500, 3000, 6000, 12_000, 15_000]);
    await fixture.tick();
    await fixture.asked('job').answer(aJob({ state: 'ready', result: RESULT }));
    expect(kindOf(fixture)).toBe('valid inspected ready');
  });

  it('does not trust a stream that is silent for long', async () => {
    const fixture = await runningDownload();
    fixture.streams.get('1')?.event(anEvent(10));
    expect(fixture.timers()).toEqual([20_000]);
    await fixture.tick();
    expect(fixture.isAsked('job')).toBe(true);
  });

  it('shows why it failed, with toast and card', async () => {
    const fixture = await runningDownload();
    fixture.streams.get('1')?.event(anEvent(10, 'failed'));
    const error = { code: 'bad_media', message: 'Not whole.', params: { platform: 'X' } } as const;
    await fixture.asked('job').answer(aJob({ state: 'failed', error }));
    const failure = {
      code: 'bad_media',
      params: { platform: 'X' },
      serverMessage: 'Not whole.',
      ref: null,
    };
    expect(fixture.flow.getState().download).toEqual({ kind: 'failed', failure });
    expect(fixture.notices).toEqual([{ kind: 'downloadFailed', failure }]);
    expect(fixture.kept()).toBeNull();
  });

  it('shows why it was not even taken', async () => {
    const fixture = await validLink();
    void fixture.flow.start();
    await fixture.asked('start').fail(refusal('server_full', 503));
    expect(fixture.flow.getState().download).toMatchObject({
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

  it('goes on after a proxy has answered for a server that it cannot reach', async () => {
    const fixture = await runningDownload();
    fixture.streams.get('1')?.broke();
    await fixture.asked('job').fail(new RequestError(404, '404: page not found'));
    expect(kindOf(fixture)).toBe('valid inspected running');
  });

  it('is cancelled at once, before the request to the server, whose failure is only logged', async () => {
    const fixture = await runningDownload();
    fixture.streams.get('1')?.event(anEvent(50));
    fixture.flow.cancel();
    expect(kindOf(fixture)).toBe('valid inspected none');
    expect(fixture.streams.size).toBe(0);
    expect(fixture.kept()).toBeNull();
    const { args, fail } = fixture.asked('cancel');
    expect(args).toEqual(['1']);
    await fail(new TypeError('Failed to fetch'));
    expect(fixture.logged).toEqual(['the cancel request failed']);
    expect(fixture.notices).toEqual([]);
  });

  it('is cancelled even before the server has given it a name', async () => {
    const fixture = await validLink();
    void fixture.flow.start();
    const start = fixture.asked('start');
    fixture.flow.cancel();
    expect(fixture.isAsked('cancel')).toBe(false);
    await start.answer(aJob());
    expect(fixture.asked('cancel').args).toEqual(['1']);
    expect(kindOf(fixture)).toBe('valid inspected none');
    expect(fixture.kept()).toBeNull();
  });

  it('goes back to the choices when it was cancelled elsewhere', async () => {
    const fixture = await runningDownload();
    fixture.streams.get('1')?.event(anEvent(50, 'cancelled'));
    await fixture.asked('job').answer(aJob({ state: 'cancelled' }));
    expect(kindOf(fixture)).toBe('valid inspected none');
  });
});

describe('a finished download', () => {
  it('is forgotten with "Download Another Video"', async () => {
    const fixture = await readyDownload();
    fixture.flow.reset();
    expect(kindOf(fixture)).toBe('idle none none');
    expect(fixture.flow.getState().text).toBe('');
    expect(fixture.kept()).toBeNull();
  });

  it('keeps its press when its sum or its share link comes later', async () => {
    const fixture = await runningDownload();
    fixture.streams.get('1')?.event(anEvent(100, 'ready'));
    const receipt = { ...RESULT.receipt, sha256: null };
    await fixture.asked('job').answer(aJob({ state: 'ready', result: { ...RESULT, receipt } }));
    await fixture.tick();
    await fixture.asked('job').answer(aJob({ state: 'ready', result: RESULT }));
    expect(fixture.flow.getState().download).toMatchObject({ isPressed: true, result: RESULT });
    void fixture.flow.share();
    const shared = { ...RESULT, shareUrl: '/files/s/a.mp4' };
    await fixture.asked('share').answer(aJob({ state: 'ready', result: shared }));
    expect(fixture.flow.getState().download).toMatchObject({ isPressed: true, result: shared });
  });

  it('is gone once the server says so, and not before', async () => {
    const fixture = await readyDownload();
    void fixture.flow.checkExpiry();
    await fixture.asked('job').answer(aJob({ state: 'ready', result: RESULT }));
    expect(kindOf(fixture)).toBe('valid inspected ready');
    void fixture.flow.checkExpiry();
    const error = { code: 'expired', message: '', params: {} } as const;
    await fixture.asked('job').answer(aJob({ state: 'ready', error }));
    expect(fixture.flow.getState().download).toEqual({ kind: 'gone', why: 'expired' });
    void fixture.flow.start();
    expect(fixture.asked('start').args[0]).toMatchObject({ url: LINK });
  });

  it('is deleted on demand; where that fails, it stays and a toast says so', async () => {
    const fixture = await readyDownload();
    void fixture.flow.remove();
    await fixture.asked('remove').fail(new TypeError('Failed to fetch'));
    expect(fixture.notices).toMatchObject([{ kind: 'actionFailed' }]);
    void fixture.flow.remove();
    await fixture.asked('remove').answer(null);
    expect(fixture.flow.getState().download).toEqual({ kind: 'gone', why: 'deleted' });
    expect(fixture.kept()).toBeNull();
  });
});
