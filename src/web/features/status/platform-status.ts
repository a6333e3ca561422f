// Types of the rows of the status table.
import type { StatusAnswer } from '../../../shared/api/site.ts';

/** The status of a platform. */
export type PlatformStatus = StatusAnswer['platforms'][number];

/** Successful and failed attempts. */
export type Tally = PlatformStatus['hour'];
