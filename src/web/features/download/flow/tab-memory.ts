// Stores the download of this tab in sessionStorage, so that it survives a reload.
import type { PlatformId } from '../../../../shared/platforms/platform.ts';
import { recallFromTab, storeInTab } from '../../../browser/storage.ts';
import type { Choice } from '../../../download-client/flow-state.ts';

/** A started download: its job, and the link and choice to start it again. */
export type Kept = {
  readonly job: string;
  readonly url: string;
  readonly platform: PlatformId | null;
  readonly choice: Choice;
};

/** The storage; null means nothing is stored. */
export type TabMemory = {
  readonly read: () => Kept | null;
  readonly write: (kept: Kept | null) => void;
};

const KEY = 'download';

/** The storage in the browser. If it is disabled or full, that is only logged. */
export const tabMemory: TabMemory = {
  read: () => recallFromTab(KEY) as Kept | null,
  write: (kept) => storeInTab(KEY, kept),
};
