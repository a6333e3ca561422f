// Whether a failed download is worth another attempt.
import { type FailureCode, nextStepOf } from '../../download-client/next-step.ts';

/** What another attempt may find whole, although its first advice is another choice. */
const MAY_MEND: readonly FailureCode[] = ['bad_media', 'making_failed'];

/** Whether the same request may succeed later: not for a post that is private, removed or not there. */
export function mayMend({ code }: { readonly code: FailureCode }): boolean {
  return MAY_MEND.includes(code) || nextStepOf({ code, params: {} }).step === 'again';
}
