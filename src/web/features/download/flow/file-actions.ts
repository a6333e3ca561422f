// What a visitor can do with the file of a finished download: delete it, share it, ask whether it is still there.
import { failureOf } from '../failure/failure.ts';
import type { FlowNeeds } from './flow-needs.ts';
import type { FlowEvent, FlowState } from './flow-state.ts';

/** The actions. A failure becomes a notice and a log line. */
export type FileActions = {
  readonly remove: () => Promise<void>;
  readonly share: () => Promise<void>;
  /** Asks the server whether the file is still there. */
  readonly checkExpiry: () => Promise<void>;
};

/** Makes the actions; they do nothing while no file is ready. `leave` stops following its job. */
export function createFileActions(
  { calls, memory, notify, log }: FlowNeeds,
  state: () => FlowState,
  dispatch: (event: FlowEvent) => void,
  leave: () => void,
): FileActions {
  const withJob = async (what: string, action: (job: string) => Promise<void>) => {
    const { work } = state();
    if (work.kind !== 'ready') return;
    try {
      await action(work.job);
    } catch (error) {
      log(what, error);
      notify({ kind: 'actionFailed', failure: failureOf(error) });
    }
  };
  return {
    remove: () =>
      withJob('the file could not be deleted', async (job) => {
        await calls.remove(job);
        leave();
        memory.write(null);
        dispatch({ kind: 'went', why: 'deleted' });
      }),
    share: () =>
      withJob('the file could not be shared', async (job) => {
        const { title, result } = await calls.share(job);
        if (result) dispatch({ kind: 'finished', job, title, result });
      }),
    checkExpiry: () =>
      withJob('the file could not be asked for', async (job) => {
        const { title, result } = await calls.job(job);
        if (result) dispatch({ kind: 'finished', job, title, result });
        else dispatch({ kind: 'went', why: 'expired' });
      }),
  };
}
