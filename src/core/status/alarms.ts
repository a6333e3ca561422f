// What an operator should hear of without looking: one shape for everything that tells it and everything that passes it on.

/** Something to be told. `details` hold names and figures: never a link, a title or an address. */
export type Alarm = {
  readonly kind:
    | 'engine_available'
    | 'engine_switched'
    | 'engine_refused'
    | 'engine_rolled_back'
    | 'platform_down'
    | 'platform_up'
    | 'disk_low'
    | 'canary_failed';
  readonly details: Readonly<Record<string, string | number>>;
};

/** Where alarms go. `raise` returns at once and never throws. */
export type Alarms = { readonly raise: (alarm: Alarm) => void };

/** Writes every alarm to the log, and passes it on to where the operator wants it, if anywhere. */
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
        // Whoever raises an alarm has trouble enough.
        needs.warn('an alarm could not be told', cause);
      }
    },
  };
}
