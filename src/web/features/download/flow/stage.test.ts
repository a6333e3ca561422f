import { describe, expect, it } from 'vitest';
import { readyDownload, runningDownload } from '../../../../../tests/support/flow/flow-steps.ts';
import { createManualFlow, LINK, VALID } from '../../../../../tests/support/flow/manual-flow.ts';
import { isIdle, optimizerOf, pageStageOf } from './stage.ts';

const standOf = ({ flow }: ReturnType<typeof createManualFlow>) => {
  const state = flow.getState();
  return [isIdle(state), pageStageOf(state), optimizerOf(state).kind];
};

describe('the stage', () => {
  it('says what the page is about, and how the optimizer stands', async () => {
    const fixture = createManualFlow();
    expect(standOf(fixture)).toEqual([true, 'idle', 'idle']);
    void fixture.flow.analyze(LINK);
    expect(standOf(fixture)).toEqual([false, 'idle', 'idle']);
    await fixture.asked('detect').answer(VALID);
    expect(standOf(fixture)).toEqual([false, 'choosing', 'activated']);
    await fixture.flow.analyze('x');
    expect(standOf(fixture)).toEqual([false, 'idle', 'idle']);
    expect(standOf(await runningDownload())).toEqual([false, 'running', 'optimizing']);
    expect(standOf(await readyDownload())).toEqual([false, 'result', 'activated']);
  });
});
