// A setting that operators change at run time: held in memory, written through, and read again when another server changed it.
import pLimit from 'p-limit';
import { AppError } from '../../shared/errors.ts';
import type { Duties, EndDuty } from '../async/duties.ts';
import { type Signals, type Topic, topic } from '../async/signals.ts';
import type { SettingName, Settings } from './ports.ts';

const REREAD_MS = 30_000;
/** Attempts to write a change that conflicts with another server's. */
const MAX_ATTEMPTS = 10;
const RETRY_AFTER_SECONDS = 5;

/** A setting, in memory. */
export type LiveSetting<T> = {
  /** The value that was last read or written; the value of an empty store until {@link LiveSetting.begin} has read it. */
  readonly get: () => T;
  /**
   * Reads the stored value, calls `next` with it and writes the result; repeats that when another server wrote in between, so
   * that no change is lost. Throws what the store throws; then nothing has changed.
   */
  readonly change: (next: (now: T) => T) => Promise<T>;
  /** Reads the setting now, at each change by another server, and every 30 s. Failures are logged; the last value stays. */
  readonly begin: () => Promise<void>;
  /** Resolves when no read or write is in progress. */
  readonly close: () => Promise<void>;
};

/** Creates the setting. `read` gets the stored value of any release, or null for none, and never throws. */
export function createLiveSetting<T>(needs: {
  readonly settings: Pick<Settings, 'read' | 'replace'>;
  readonly name: SettingName;
  readonly read: (kept: unknown) => T;
  readonly duties: Duties;
  readonly signals: Pick<Signals, 'publish' | 'subscribe'>;
  readonly warn: (message: string, cause: unknown) => void;
}): LiveSetting<T> {
  const { settings, name, read, duties, signals } = needs;
  const changed: Topic<true> = topic(`setting/${name}`);
  // In turns, so that a read that began before a change does not restore the old value.
  const inTurn = pLimit(1);
  let value = read(null);
  let endRereading: EndDuty = async () => undefined;
  let unsubscribe: () => void = () => undefined;
  let isPublishing = false;

  const reread = async () => {
    try {
      value = await inTurn(async () => read(await settings.read(name)));
    } catch (cause) {
      needs.warn('a setting could not be read', cause);
    }
  };

  const publishChange = () => {
    isPublishing = true;
    signals.publish(changed, true, 0);
    isPublishing = false;
  };

  return {
    get: () => value,
    change: (next) =>
      inTurn(async () => {
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
          const kept = await settings.read(name);
          const wanted = next(read(kept));
          if (await settings.replace(name, kept, wanted)) {
            value = wanted;
            publishChange();
            return wanted;
          }
        }
        throw new AppError('server_busy', { params: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
      }),
    async begin() {
      unsubscribe = signals.subscribe(changed, () => {
        if (!isPublishing) void reread();
      });
      endRereading = duties.every(`reread-setting-${name}`, REREAD_MS, reread);
      await reread();
    },
    async close() {
      unsubscribe();
      void endRereading();
      await inTurn(async () => undefined);
    },
  };
}
