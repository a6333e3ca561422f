// Describes an engine without keeping it, for the doctor.
import type { Sandbox } from '../process/sandbox.ts';
import type { EngineOptions } from './engine-settings.ts';
import type { EngineDescription } from './workers/protocol.ts';
import { startZygote } from './workers/zygote.ts';

/** Loads the engine once (about half a second) and ends it. Throws AppError `engine_unavailable` with its output. */
export async function describeEngine(
  options: EngineOptions & { scriptFolder: string; sandbox: Sandbox },
): Promise<EngineDescription> {
  const zygote = startZygote(options);
  try {
    await zygote.ready;
    return await zygote.describe();
  } finally {
    zygote.kill();
    await zygote.ended;
  }
}
