/** How long to wait for what comes in its time: on a busy machine a moment may last. For `vi.waitUntil`, whose own is a second. */
export const SLOW_MACHINE_TIMEOUT = { timeout: 20_000 };
