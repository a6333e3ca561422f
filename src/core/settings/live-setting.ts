// One setting that operators change while the server runs: kept in memory, written through, and read again for what other servers wrote.
import pLimit from 'p-limit';
import { AppError } from '../../shared/errors.ts';
import type { Duties, EndDuty } from '../async/duties.ts';
import type { SettingName, Settings } from './ports.ts';

const REREAD_MS = 30_000;
/** How often others may be quicker before a change is given up. */
const MAX_TRIES = 10;
const RETRY_AFTER_SECONDS = 5;

/** A setting at hand at any time. */
export type LiveSetting<T> = {
  /** The last that was read or written; what nothing stands for until {@link LiveSetting.begin} has read it. */
  readonly get: () => T;
  /**
   * Reads what is kept, makes the new value of it, and keeps that; once more where another server was quicker, so that
   * no change of anybody is lost. Throws what the store throws; then nothing changed.
   */
  readonly change: (next: (now: T) => T) => Promise<T>;
  /** Reads it now and every 30 s from then on. Trouble is warned of; the last value stays. */
  readonly begin: () => Promise<void>;
  /** Fulfilled once nothing is read or written any more. */
  readonly close: () => Promise<void>;
};

/** Makes it. `read` takes whatever was once written, null for nothing, and never throws. */
export function createLiveSetting<T>(needs: {
  readonly settings: Pick<Settings, 'read' | 'replace'>;
  readonly name: SettingName;
  readonly read: (kept: unknown) => T;
  readonly duties: Duties;
  readonly warn: (message: string, cause: unknown) => void;
}): LiveSetting<T> {
  const { settings, name, read, duties } = needs;
  // In turns, so that a reading which began before a change does not put the old value back.
  const inTurn = pLimit(1);
  let value = read(null);
  let endRereading: EndDuty = async () => undefined;

  const reread = async () => {
    try {
      value = await inTurn(async () => read(await settings.read(name)));
    } catch (cause) {
      needs.warn('a setting could not be read', cause);
    }
  };

  return {
    get: () => value,
    change: (next) =>
      inTurn(async () => {
        for (let tries = 0; tries < MAX_TRIES; tries += 1) {
          const kept = await settings.read(name);
          const wanted = next(read(kept));
          if (await settings.replace(name, kept, wanted)) {
            value = wanted;
            return wanted;
          }
        }
        throw new AppError('server_busy', { params: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
      }),
    async begin() {
      endRereading = duties.every(`reread-setting-${name}`, REREAD_MS, reread);
      await reread();
    },
    async close() {
      void endRereading();
      await inTurn(async () => undefined);
    },
  };
}
