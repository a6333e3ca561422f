// Offers the file of an attempt while it arrives, if what its index says is what was wanted.
import { tooLongByNow } from '../choosing/duration-limit.ts';
import { compareAnnounced } from '../files/checking/compare-announced.ts';
import { expectedOf } from '../files/checking/expected-file.ts';
import { findExcess, findFault, receiptOf } from '../files/checking/find-fault.ts';
import type { ArrivingFile, EarlyFile, EarlyFiles, OfferedFile } from '../files/early-files.ts';
import type { Receipt, StoredFile } from '../files/stored-file.ts';
import type { Material } from './material/material.ts';
import { isFault, type NextOption } from './next-option.ts';
import { ProvedHeavy } from './queue/job-queue.ts';

/** What offering needs. Without `early`, files are not given before they are whole. */
export type EarlyNeeds = {
  readonly early?: EarlyFiles | undefined;
  readonly maxDurationSeconds: number;
};

/** The offer of an attempt; none until its file arrives. */
export type Offer = {
  readonly onArriving: (file: ArrivingFile | null) => void;
  /** The ETag that visitors know, of a file that was made with this one; nothing for another file. */
  readonly etagOf: (made: { readonly etag?: string }) => { readonly etag?: string };
  /** Ends it with the file that was kept, or with why there is none. */
  readonly end: (kept: StoredFile | null, error: unknown) => void;
};

/** Calls `onOffered` with the file that can be saved, and with null when it cannot any more. */
export function createOffer(
  needs: EarlyNeeds,
  next: NextOption,
  material: Pick<Material, 'factsOf'>,
  onOffered: (file: EarlyFile | null) => void,
): Offer {
  let offered: OfferedFile | null = null;
  return {
    onArriving(file) {
      // Without another one, its sources turned out not to fit into it, and would not the next time.
      offered?.end(file ? 'dropped' : 'failed');
      offered = file && offerEarly(needs, next, material, file);
      onOffered(offered?.file ?? null);
    },
    etagOf: ({ etag }) => (etag !== undefined && etag === offered?.file.etag ? { etag } : {}),
    end(kept, error) {
      const isOffered = kept !== null && kept.etag === offered?.file.etag;
      offered?.end(isOffered ? kept : isFinal(error) ? 'failed' : 'dropped');
    },
  };
}

/** Whether a file is not to be offered again: it is bad, or its job will fetch it again, and might get other bytes. */
function isFinal(error: unknown): boolean {
  return isFault(error) || error instanceof ProvedHeavy;
}

/** Null for a file that may turn out not to be the right one. */
function offerEarly(
  { early, maxDurationSeconds }: EarlyNeeds,
  { option, instead }: NextOption,
  material: Pick<Material, 'factsOf'>,
  file: ArrivingFile,
): OfferedFile | null {
  const { container } = option.recipe;
  const { probe, hidesLead } = file;
  const fault = findExcess(probe) ?? findFault(probe, container, expectedOf(option, null, null));
  if (!early || fault || tooLongByNow(probe.durationSeconds ?? 0, maxDurationSeconds)) return null;
  const receipt: Receipt = {
    ...receiptOf(probe, container, container),
    ...(hidesLead && { hidesLead }),
  };
  const isExact = option.sources.every((source) => material.factsOf(source).isExact);
  const compared = compareAnnounced(option, receipt, { from: null, isExact });
  if (compared.fault || compared.doubt) return null;
  return early.add(file, instead ? { ...receipt, instead } : receipt);
}
