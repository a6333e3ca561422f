// Starts a conversion on the server and follows it to its end; one at a time.
import type { ErrorAnswer } from '../../../../shared/api/answers.ts';
import type { ConvertRequest, DownloadResult, Job } from '../../../../shared/api/download.ts';
import type { EditErrorCode, ErrorParams } from '../../../../shared/errors.ts';
import type { RequestError } from '../../../browser/request.ts';
import type { Failure } from '../../../download-client/failure.ts';
import type { ShownProgress } from '../../../download-client/flow-state.ts';
import type { FailureCode } from '../../../download-client/next-step.ts';
import type { EditTools } from '../flow/flow.ts';

/** The state of a conversion. */
export type EditState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly progress: ShownProgress }
  | { readonly kind: 'ready'; readonly job: string; readonly result: DownloadResult }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'refused'; readonly code: EditErrorCode; readonly params: ErrorParams };

/** One conversion after the other. `close` stops following without cancelling. */
export type EditJob = {
  readonly start: (request: ConvertRequest) => Promise<void>;
  readonly cancel: () => void;
  readonly close: () => void;
};

/** Not the table of errors itself, which would then be loaded with every page. */
const OWN_CODES: Readonly<Record<EditErrorCode, true>> = {
  no_picture: true,
  too_small_to_fit: true,
  not_media: true,
  damaged_file: true,
};

/** The others are codes that any request may end with. */
function failedWith(
  code: FailureCode,
  { params = {}, message = '', ref }: Partial<Pick<ErrorAnswer, 'params' | 'message' | 'ref'>> = {},
): EditState {
  const failure = { code, params, serverMessage: message || null, ref: ref ?? null };
  return { kind: 'failed', failure };
}

function isEditError(code: string): code is EditErrorCode {
  return Object.hasOwn(OWN_CODES, code);
}

/** Creates it; `show` receives every change of the state. */
export function createEditJob(tools: EditTools, show: (state: EditState) => void): EditJob {
  let unfollow: () => void = () => undefined;
  let turn = 0;
  let running: string | null = null;

  const leave = () => {
    turn += 1;
    unfollow();
    unfollow = () => undefined;
    running = null;
  };
  const end = ({ job, result, error, state }: Job) => {
    running = null;
    if (result) show({ kind: 'ready', job, result });
    else if (state === 'cancelled') show({ kind: 'none' });
    else show(refusalOf(error ?? { code: 'internal', message: '' }));
  };
  /** A refusal that only conversions meet has words of its own. */
  const refusalOf = (
    answer: Pick<ErrorAnswer, 'code' | 'message'> & Partial<ErrorAnswer>,
  ): EditState => {
    const { code, params = {} } = answer;
    return isEditError(code)
      ? { kind: 'refused', code, params }
      : failedWith(code as FailureCode, answer);
  };
  const endOf = (error: unknown): EditState => {
    const answer =
      error instanceof Error && 'answer' in error ? (error as RequestError).answer : null;
    return answer
      ? refusalOf(answer)
      : failedWith(error instanceof TypeError ? 'offline' : 'unreadable');
  };
  const cancelOnServer = (job: string) =>
    tools.cancel(job).catch((error: unknown) => {
      console.warn('the conversion could not be cancelled', error);
    });

  return {
    close: leave,
    async start(request) {
      leave();
      const ownTurn = turn;
      show({ kind: 'running', progress: null });
      try {
        const job = await tools.start(request, 'convert');
        // Cancelled before the server had assigned an id.
        if (ownTurn !== turn) return void cancelOnServer(job.job);
        if (job.state !== 'open') return end(job);
        running = job.job;
        unfollow = tools.follow(job.job, {
          progress: (progress) => show({ kind: 'running', progress }),
          ended: end,
          lost: (error) => show(endOf(error)),
        });
      } catch (error) {
        if (ownTurn === turn) show(endOf(error));
        else console.warn('the cancelled conversion failed', error);
      }
    },
    cancel() {
      const job = running;
      leave();
      show({ kind: 'none' });
      if (job !== null) void cancelOnServer(job);
    },
  };
}
