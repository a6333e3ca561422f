/** How long to wait for what comes in its time: on a busy machine a moment may last. For `vi.waitUntil`, whose own is a second. */
export const PATIENT = { timeout: 20_000 };
