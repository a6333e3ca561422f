import { describe, expect, it } from 'vitest';
import { readyDownload, runningDownload } from '../../../../../tests/support/flow/flow-steps.ts';
import { createFlowWorld, LINK, VALID } from '../../../../../tests/support/flow/flow-world.ts';
import { optimizerOf, pageStageOf, stageOf } from './stage.ts';

const standOf = ({ flow }: ReturnType<typeof createFlowWorld>) => {
  const state = flow.getState();
  return [stageOf(state), pageStageOf(stageOf(state)), optimizerOf(state).kind];
};

describe('the stage', () => {
  it('says what the page is about, and how the optimizer stands', async () => {
    const world = createFlowWorld();
    expect(standOf(world)).toEqual(['idle', 'idle', 'idle']);
    void world.flow.analyze(LINK);
    expect(standOf(world)).toEqual(['checking', 'idle', 'idle']);
    await world.asked('detect').answer(VALID);
    expect(standOf(world)).toEqual(['choosing', 'choosing', 'activated']);
    await world.flow.analyze('x');
    expect(standOf(world)).toEqual(['refused', 'idle', 'idle']);
    expect(standOf(await runningDownload())).toEqual(['running', 'running', 'optimizing']);
    expect(standOf(await readyDownload())).toEqual(['ready', 'result', 'activated']);
  });
});
