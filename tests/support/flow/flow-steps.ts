// The download flow in each of its states, reached by the shortest path; for its tests.
import {
  aJob,
  anEvent,
  anInspection,
  anOffer,
  createManualFlow,
  LINK,
  type ManualFlow,
  RESULT,
  VALID,
} from './manual-flow.ts';

/** Where a flow stands, as `check inspection download`. */
export function kindOf(fixture: ManualFlow): string {
  const { check, inspection, download } = fixture.flow.getState();
  return `${check.kind} ${inspection.kind} ${download.kind}`;
}

/** A flow with a valid link and an inspected post. */
export async function validLink(fixture = createManualFlow()): Promise<ManualFlow> {
  void fixture.flow.analyze(LINK);
  await fixture.asked('detect').answer(VALID);
  await fixture.asked('inspect').answer(anInspection([anOffer('high'), anOffer('mp3-320', 'mp3')]));
  return fixture;
}

/** A flow whose job `1` has just started. */
export async function runningDownload(): Promise<ManualFlow> {
  const fixture = await validLink();
  void fixture.flow.start();
  await fixture.asked('detect').answer(VALID);
  await fixture.asked('start').answer(aJob());
  return fixture;
}

/** A flow whose job `1` has finished its file. */
export async function readyDownload(): Promise<ManualFlow> {
  const fixture = await runningDownload();
  fixture.streams.get('1')?.event(anEvent(100, 'ready'));
  await fixture.asked('job').answer(aJob({ state: 'ready', result: RESULT }));
  return fixture;
}
