// Alarms for operators: one type for everything that raises and delivers them.

/** An alarm. `details` are names and numbers, never a link, a title or an address. */
export type Alarm = {
  readonly kind:
    | 'engine_available'
    | 'engine_switched'
    | 'engine_refused'
    | 'engine_rolled_back'
    | 'setup_switched'
    | 'setup_refused'
    | 'setup_rolled_back'
    | 'account_refused'
    | 'platform_down'
    | 'platform_up'
    | 'platform_refuses'
    | 'disk_low'
    | 'redis_evicts'
    | 'redis_nearly_full'
    | 'canary_failed';
  readonly details: Readonly<Record<string, string | number>>;
};

/** Where alarms go. `raise` returns at once and never throws. */
export type Alarms = { readonly raise: (alarm: Alarm) => void };

/** Creates the port. Logs every alarm, and sends it if `send` is not null. */
export function createAlarms(needs: {
  readonly log: (alarm: Alarm) => void;
  readonly send: ((alarm: Alarm) => Promise<void>) | null;
  readonly warn: (message: string, cause: unknown) => void;
}): Alarms {
  return {
    raise(alarm) {
      try {
        needs.log(alarm);
        needs
          .send?.(alarm)
          .catch((cause: unknown) => needs.warn('an alarm could not be passed on', cause));
      } catch (cause) {
        // A failure to report must not become the failure of the caller.
        needs.warn('an alarm could not be sent', cause);
      }
    },
  };
}
