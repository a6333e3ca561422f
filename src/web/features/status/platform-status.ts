// One platform's row in the answer of the server, and the order of the rows.
import type { StatusAnswer } from '../../../shared/site-api.ts';

/** How one platform does. */
export type PlatformStatus = StatusAnswer['platforms'][number];

/** Attempts that went well and those that did not. */
export type Tally = PlatformStatus['hour'];
