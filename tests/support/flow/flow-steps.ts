// The stations of a download flow, reached by the shortest way; for its tests.
import {
  aJob,
  anEvent,
  anInspection,
  anOffer,
  createFlowWorld,
  type FlowWorld,
  LINK,
  RESULT,
  VALID,
} from './flow-world.ts';

/** Where a flow stands, as `check inspection download`. */
export function kindOf(world: FlowWorld): string {
  const { check, inspection, download } = world.flow.getState();
  return `${check.kind} ${inspection.kind} ${download.kind}`;
}

/** A flow whose link is good and whose post has been seen. */
export async function validLink(world = createFlowWorld()): Promise<FlowWorld> {
  void world.flow.analyze(LINK);
  await world.asked('detect').answer(VALID);
  await world.asked('inspect').answer(anInspection([anOffer('high'), anOffer('mp3-320', 'mp3')]));
  return world;
}

/** A flow whose job `1` has just begun. */
export async function runningDownload(): Promise<FlowWorld> {
  const world = await validLink();
  void world.flow.start();
  await world.asked('detect').answer(VALID);
  await world.asked('start').answer(aJob());
  return world;
}

/** A flow whose job `1` has made its file. */
export async function readyDownload(): Promise<FlowWorld> {
  const world = await runningDownload();
  world.streams.get('1')?.event(anEvent(100, 'ready'));
  await world.asked('job').answer(aJob({ state: 'ready', result: RESULT }));
  return world;
}
