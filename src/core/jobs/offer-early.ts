// Decides whether a file may be given while it arrives: only if what its index says is what was wanted.
import { tooLongByNow } from '../choosing/duration-limit.ts';
import { compareAnnounced } from '../files/checking/compare-announced.ts';
import { expectedOf } from '../files/checking/expected-file.ts';
import { findExcess, findFault, receiptOf } from '../files/checking/find-fault.ts';
import type { ArrivingFile, EarlyFiles, OfferedFile } from '../files/early-files.ts';
import type { Material } from './material/material.ts';
import type { NextOption } from './next-option.ts';

/** What offering needs. Without `early`, files are not given before they are whole. */
export type EarlyNeeds = {
  readonly early?: EarlyFiles | undefined;
  readonly maxDurationSeconds: number;
};

/** Offers a file of an option; null for one that may turn out not to be the right one. */
export function offerEarly(
  { early, maxDurationSeconds }: EarlyNeeds,
  { option, instead }: NextOption,
  material: Pick<Material, 'factsOf'>,
  file: ArrivingFile,
): OfferedFile | null {
  const { container } = option.recipe;
  const { probe } = file;
  const fault = findExcess(probe) ?? findFault(probe, container, expectedOf(option, null, null));
  if (!early || fault || tooLongByNow(probe.durationSeconds ?? 0, maxDurationSeconds)) return null;
  const receipt = receiptOf(probe, container, container);
  const isExact = option.sources.every((source) => material.factsOf(source).isExact);
  const compared = compareAnnounced(option, receipt, { from: null, isExact });
  if (compared.fault || compared.doubt) return null;
  return early.add(file, instead ? { ...receipt, instead } : receipt);
}
