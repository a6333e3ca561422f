// The time of each phase of one download, without a comparison.

import type { DownloadRequest } from '../src/shared/api/download.ts';
import { type PhaseSeconds, visit } from './visitor.ts';

/** Makes a download for a new visitor, deletes it, and returns the seconds of each phase. */
export async function watchPhases(origin: string, request: DownloadRequest): Promise<PhaseSeconds> {
  const visitor = visit(origin);
  const id = await visitor.start(request);
  const phases = await visitor.phases(id);
  await visitor.settled(id);
  await visitor.forget(id);
  return phases;
}

/** The same as words for the screen. */
export function phaseWords(phases: PhaseSeconds): string {
  const spent = Object.entries(phases).map(([phase, s]) => `${phase} ${s.toFixed(2)} s`);
  return `  ours in one watched run: ${spent.join(', ')}`;
}
