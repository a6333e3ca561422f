/** The timeout for `vi.waitUntil` and `expect.poll` on a busy machine, whose killed processes of low priority wait for a processor too. */
export const SLOW_MACHINE_TIMEOUT = { timeout: 20_000 };
