import { describe, expect, it } from 'vitest';
import { kindOf, readyDownload } from '../../../../../tests/support/flow/flow-steps.ts';
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
import { DEFAULT_CHOICE } from './flow-state.ts';

describe('the check of a link', () => {
  it('goes from idle via loading to valid, and inspects the post in the background', async () => {
    const world = createFlowWorld();
    expect(kindOf(world)).toBe('idle none none');
    void world.flow.analyze(`Look! http://youtu.be/dQw4w9WgXcQ`);
    expect(kindOf(world)).toBe('loading none none');
    expect(world.flow.getState().text).toBe('https://youtu.be/dQw4w9WgXcQ');
    expect(world.asked('detect').args[0]).toBe('https://youtu.be/dQw4w9WgXcQ');
    await world.asked('detect').answer(VALID);
    expect(kindOf(world)).toBe('valid loading none');
    await world.asked('inspect').answer(anInspection([anOffer('high')]));
    expect(kindOf(world)).toBe('valid inspected none');
    expect(world.notices).toEqual([]);
  });

  it('answers an empty box and a text that is no link without asking the server', async () => {
    const world = createFlowWorld();
    await world.flow.analyze('   ');
    expect(world.notices).toEqual([{ kind: 'empty' }]);
    expect(kindOf(world)).toBe('idle none none');
    await world.flow.analyze('youtu.be/dQw4w9WgXcQ');
    expect(world.notices[1]).toEqual({ kind: 'invalid' });
    expect(world.flow.getState().check).toEqual({
      kind: 'error',
      problem: { kind: 'format', suggestion: 'https://youtu.be/dQw4w9WgXcQ' },
    });
    expect(world.isAsked('detect')).toBe(false);
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
    const world = createFlowWorld();
    void world.flow.analyze('https://example.com/');
    await world.asked('detect').answer(answer);
    expect(world.flow.getState().check).toEqual({ kind: 'error', problem });
    expect(world.notices).toEqual([]);
  });

  it('says with inline text and toast that the check itself failed', async () => {
    const world = createFlowWorld();
    void world.flow.analyze(LINK);
    await world.asked('detect').fail(new TypeError('Failed to fetch'));
    expect(world.flow.getState().check).toEqual({ kind: 'error', problem: { kind: 'failed' } });
    expect(world.notices).toEqual([{ kind: 'analyzeFailed' }]);
    expect(world.logged).toHaveLength(1);
  });

  it('forgets the answer to a link that has been replaced', async () => {
    const world = createFlowWorld();
    void world.flow.analyze('https://example.com/');
    const slow = world.asked('detect');
    void world.flow.analyze(LINK);
    await slow.answer({ isValid: false, message: 'late' });
    expect(kindOf(world)).toBe('loading none none');
    await world.asked('detect').answer(VALID);
    expect(kindOf(world)).toBe('valid loading none');
    world.flow.edit('x');
    await world.asked('inspect').answer(anInspection([anOffer('high')]));
    expect(kindOf(world)).toBe('idle none none');
  });

  it('can be stopped', async () => {
    const world = createFlowWorld();
    void world.flow.analyze(LINK);
    world.flow.stop();
    await world.asked('detect').answer(VALID);
    expect(kindOf(world)).toBe('idle none none');
    expect(world.flow.getState().text).toBe(LINK);
  });
});

describe('after a reload', () => {
  const kept = { job: '1', url: LINK, platform: 'youtube', wish: DEFAULT_CHOICE } as const;

  it('a running download continues, a ready one is shown, and neither is saved automatically', async () => {
    const running = createFlowWorld(kept);
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
    const world = createFlowWorld(kept);
    const restored = world.flow.restore();
    await world.asked('job').fail(refusal('job_not_found', 404));
    expect(await restored).toBe(false);
    expect(kindOf(world)).toBe('idle none none');
    expect(world.kept()).toBeNull();
  });

  it('a visitor who was quicker is left alone, and a link in the address wins', async () => {
    const world = createFlowWorld(kept);
    const restored = world.flow.restore();
    world.flow.edit('x');
    await world.asked('job').answer(aJob());
    expect(await restored).toBe(false);
    expect(kindOf(world)).toBe('idle none none');
    expect(await createFlowWorld(kept).flow.restore('https://x.com/a/status/1')).toBe(false);
    const same = createFlowWorld(kept);
    void same.flow.restore(LINK.replace('https', 'http'));
    expect(same.isAsked('job')).toBe(true);
  });

  it('a tab without a download asks for nothing', async () => {
    const world = createFlowWorld();
    expect(await world.flow.restore()).toBe(false);
    expect(world.isAsked('job')).toBe(false);
  });
});

describe('another link', () => {
  it('put in over a finished download takes its place, after a reload too', async () => {
    const world = await readyDownload();
    void world.flow.analyze('https://youtu.be/aaaaaaaaaaa');
    expect(kindOf(world)).toBe('loading none none');
    expect(world.kept()).toBeNull();
  });
});
