// Actions on the file of a finished download: delete it, share it, check whether it still exists.
import { failureOf } from '../../../download-client/failure.ts';
import type { FlowEvent, FlowState } from '../../../download-client/flow-state.ts';
import type { FlowNeeds } from './flow-needs.ts';

/** The actions. A failure becomes a notice and a log line. */
export type FileActions = {
  readonly remove: () => Promise<void>;
  readonly share: () => Promise<void>;
  /** Asks the server whether the file still exists. */
  readonly checkExpiry: () => Promise<void>;
};

/** Creates the actions; they do nothing while no file is ready. `leave` stops following its job. */
export function createFileActions(
  { calls, memory, notify, log }: FlowNeeds,
  state: () => FlowState,
  dispatch: (event: FlowEvent) => void,
  leave: () => void,
): FileActions {
  const withJob = async (what: string, action: (job: string) => Promise<void>) => {
    const { download } = state();
    if (download.kind !== 'ready') return;
    try {
      await action(download.job);
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
        dispatch({ kind: 'gone', why: 'deleted' });
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
        else dispatch({ kind: 'gone', why: 'expired' });
      }),
  };
}
