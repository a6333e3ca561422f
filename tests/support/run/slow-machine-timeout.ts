/** The timeout for `vi.waitUntil` on a busy machine; its default of one second is too short. */
export const SLOW_MACHINE_TIMEOUT = { timeout: 20_000 };
