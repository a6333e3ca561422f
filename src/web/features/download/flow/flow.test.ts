import { describe, expect, it } from 'vitest';
import { kindOf, readyDownload, validLink } from '../../../../../tests/support/flow/flow-steps.ts';
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
import { DEFAULT_CHOICE } from '../../../download-client/flow-state.ts';

describe('the check of a link', () => {
  it('goes from idle via loading to valid, and inspects the post in the background', async () => {
    const fixture = createManualFlow();
    expect(kindOf(fixture)).toBe('idle none none');
    void fixture.flow.analyze(`Look! http://youtu.be/dQw4w9WgXcQ`);
    expect(kindOf(fixture)).toBe('loading none none');
    expect(fixture.flow.getState().text).toBe('https://youtu.be/dQw4w9WgXcQ');
    expect(fixture.asked('detect').args[0]).toBe('https://youtu.be/dQw4w9WgXcQ');
    await fixture.asked('detect').answer(VALID);
    expect(kindOf(fixture)).toBe('valid loading none');
    await fixture.asked('inspect').answer(anInspection([anOffer('high')]));
    expect(kindOf(fixture)).toBe('valid inspected none');
    expect(fixture.notices).toEqual([]);
  });

  it('answers an empty box and a text that is no link without asking the server', async () => {
    const fixture = createManualFlow();
    await fixture.flow.analyze('   ');
    expect(fixture.notices).toEqual([{ kind: 'empty' }]);
    expect(kindOf(fixture)).toBe('idle none none');
    await fixture.flow.analyze('youtu.be/dQw4w9WgXcQ');
    expect(fixture.notices[1]).toEqual({ kind: 'invalid' });
    expect(fixture.flow.getState().check).toEqual({
      kind: 'error',
      problem: { kind: 'format', suggestion: 'https://youtu.be/dQw4w9WgXcQ' },
    });
    expect(fixture.isAsked('detect')).toBe(false);
  });

  it.each([
    [
      'the server’s message',
      { isValid: false, message: 'Nope.' },
      { kind: 'refused', failure: null, serverMessage: 'Nope.' },
    ],
    [
      'the words of the server’s code',
      { isValid: false, message: 'Nope.', code: 'unsupported_url', params: { platform: 'X' } },
      {
        kind: 'refused',
        failure: {
          code: 'unsupported_url',
          params: { platform: 'X' },
          serverMessage: 'Nope.',
          ref: null,
        },
        serverMessage: 'Nope.',
      },
    ],
    [
      'nothing',
      { isValid: false, message: '' },
      { kind: 'refused', failure: null, serverMessage: null },
    ],
  ])('shows %s when the server says not valid', async (_name, answer, problem) => {
    const fixture = createManualFlow();
    void fixture.flow.analyze('https://example.com/');
    await fixture.asked('detect').answer(answer);
    expect(fixture.flow.getState().check).toEqual({ kind: 'error', problem });
    expect(fixture.notices).toEqual([]);
  });

  it('says with inline text and toast that the check itself failed', async () => {
    const fixture = createManualFlow();
    void fixture.flow.analyze(LINK);
    await fixture.asked('detect').fail(new TypeError('Failed to fetch'));
    expect(fixture.flow.getState().check).toEqual({ kind: 'error', problem: { kind: 'failed' } });
    expect(fixture.notices).toEqual([{ kind: 'analyzeFailed' }]);
    expect(fixture.logged).toHaveLength(1);
  });

  it('forgets the answer to a link that has been replaced', async () => {
    const fixture = createManualFlow();
    void fixture.flow.analyze('https://example.com/');
    const slow = fixture.asked('detect');
    void fixture.flow.analyze(LINK);
    await slow.answer({ isValid: false, message: 'late' });
    expect(kindOf(fixture)).toBe('loading none none');
    await fixture.asked('detect').answer(VALID);
    expect(kindOf(fixture)).toBe('valid loading none');
    fixture.flow.edit('x');
    await fixture.asked('inspect').answer(anInspection([anOffer('high')]));
    expect(kindOf(fixture)).toBe('idle none none');
  });

  it('does not ask once more for a post that could not be shown when its link is edited', async () => {
    const fixture = createManualFlow();
    void fixture.flow.analyze(LINK);
    await fixture.asked('detect').answer(VALID);
    await fixture.asked('inspect').fail(refusal('private', 403));
    expect(kindOf(fixture)).toBe('valid failed none');
    fixture.flow.stepBack();
    expect(kindOf(fixture)).toBe('valid failed none');
  });

  it('can be stopped', async () => {
    const fixture = createManualFlow();
    void fixture.flow.analyze(LINK);
    fixture.flow.stop();
    await fixture.asked('detect').answer(VALID);
    expect(kindOf(fixture)).toBe('idle none none');
    expect(fixture.flow.getState().text).toBe(LINK);
  });
});

describe('after a reload', () => {
  const kept = { job: '1', url: LINK, platform: 'youtube', choice: DEFAULT_CHOICE } as const;

  it('a running download continues, a ready one is shown, and neither is saved automatically', async () => {
    const running = createManualFlow(kept);
    void running.flow.restore();
    await running.asked('job').answer(aJob({ progress: anEvent(30) }));
    expect(running.flow.getState()).toMatchObject({
      text: LINK,
      download: { kind: 'running', percent: 30, isPressed: false },
    });
    running.streams.get('1')?.event(anEvent(100, 'ready'));
    await running.asked('job').answer(aJob({ state: 'ready', result: RESULT }));
    expect(running.flow.getState().download).toMatchObject({ kind: 'ready', isPressed: false });
  });

  it('a download that the server no longer knows leaves an empty page', async () => {
    const fixture = createManualFlow(kept);
    // As the page has shown it meanwhile.
    fixture.flow.edit(LINK);
    const restored = fixture.flow.restore();
    await fixture.asked('job').fail(refusal('job_not_found', 404));
    expect(await restored).toBe(false);
    expect(kindOf(fixture)).toBe('idle none none');
    expect(fixture.flow.getState().text).toBe('');
    expect(fixture.kept()).toBeNull();
  });

  it('a server that cannot be reached has not forgotten the download', async () => {
    const fixture = createManualFlow(kept);
    const restored = fixture.flow.restore();
    await fixture.asked('job').fail(new TypeError('Failed to fetch'));
    expect(await restored).toBe(false);
    expect(fixture.kept()).toEqual(kept);
  });

  it('a visitor who was quicker is left alone, and a link in the address wins', async () => {
    const fixture = createManualFlow(kept);
    const restored = fixture.flow.restore();
    fixture.flow.edit('x');
    await fixture.asked('job').answer(aJob());
    expect(await restored).toBe(false);
    expect(kindOf(fixture)).toBe('idle none none');
    expect(await createManualFlow(kept).flow.restore('https://x.com/a/status/1')).toBe(false);
    const same = createManualFlow(kept);
    void same.flow.restore(LINK.replace('https', 'http'));
    expect(same.isAsked('job')).toBe(true);
  });

  it('a tab without a download asks for nothing', async () => {
    const fixture = createManualFlow();
    expect(await fixture.flow.restore()).toBe(false);
    expect(fixture.isAsked('job')).toBe(false);
  });
});

describe('another link', () => {
  it('put in over a finished download takes its place, after a reload too', async () => {
    const fixture = await readyDownload();
    void fixture.flow.analyze('https://youtu.be/aaaaaaaaaaa');
    expect(kindOf(fixture)).toBe('loading none none');
    expect(fixture.kept()).toBeNull();
  });
});

describe('a part of the video', () => {
  it('is requested, kept for the next attempt, and dropped with the link', async () => {
    const fixture = await validLink();
    fixture.flow.choose({ part: { from: 2, to: 4.5, cut: 'exact' } });
    fixture.flow.choose({ quality: 'low' });
    void fixture.flow.start();
    expect(fixture.asked('start').args[0]).toMatchObject({
      quality: 'low',
      from: 2,
      to: 4.5,
      cut: 'exact',
    });
    await fixture.asked('start').fail(refusal('server_full', 507));
    void fixture.flow.again();
    expect(fixture.asked('start').args[0]).toMatchObject({ from: 2, to: 4.5 });
    fixture.flow.edit('https://youtu.be/aaaaaaaaaaa');
    expect(fixture.flow.getState().choice.part).toBeUndefined();
  });

  it('is not requested of what has none', async () => {
    const fixture = createManualFlow();
    void fixture.flow.analyze(LINK);
    fixture.flow.choose({ part: { from: 2 } });
    await fixture.asked('detect').answer(VALID);
    const answer = anInspection([anOffer('high')]);
    const items = answer.items.map((item) => ({ ...item, part: null }));
    await fixture.asked('inspect').answer({ ...answer, items });
    void fixture.flow.start();
    expect(fixture.asked('start').args[0]).not.toHaveProperty('from');
  });
});
