import { describe, expect, it } from 'vitest';
import { readyDownload, runningDownload } from '../../../../../tests/support/flow/flow-steps.ts';
import { createManualFlow, LINK, VALID } from '../../../../../tests/support/flow/manual-flow.ts';
import { optimizerOf, pageStageOf, stageOf } from './stage.ts';

const standOf = ({ flow }: ReturnType<typeof createManualFlow>) => {
  const state = flow.getState();
  return [stageOf(state), pageStageOf(stageOf(state)), optimizerOf(state).kind];
};

describe('the stage', () => {
  it('says what the page is about, and how the optimizer stands', async () => {
    const fixture = createManualFlow();
    expect(standOf(fixture)).toEqual(['idle', 'idle', 'idle']);
    void fixture.flow.analyze(LINK);
    expect(standOf(fixture)).toEqual(['checking', 'idle', 'idle']);
    await fixture.asked('detect').answer(VALID);
    expect(standOf(fixture)).toEqual(['choosing', 'choosing', 'activated']);
    await fixture.flow.analyze('x');
    expect(standOf(fixture)).toEqual(['refused', 'idle', 'idle']);
    expect(standOf(await runningDownload())).toEqual(['running', 'running', 'optimizing']);
    expect(standOf(await readyDownload())).toEqual(['ready', 'result', 'activated']);
  });
});
