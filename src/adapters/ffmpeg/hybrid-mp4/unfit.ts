// Why sources do not fit into a hybrid MP4: their file is then made in another way.

/**
 * `sidx`: there is not one flat list of all fragments. `tracks`: there is not one track with one description. `contradiction`: the
 * media are not what `sidx` or their own times say.
 */
export type UnfitCode =
  | 'not_fragmented'
  | 'fragmented'
  | 'encrypted'
  | 'sidx'
  | 'tracks'
  | 'codec'
  | 'edits'
  | 'broken'
  | 'truncated'
  | 'too_many'
  | 'contradiction'
  | 'index_too_large';

/** A source that does not fit; the code is for metrics and the log. */
export class Unfit extends Error {
  readonly code: UnfitCode;
  constructor(code: UnfitCode, cause?: unknown) {
    super(`the sources do not fit into a hybrid MP4: ${code}`, { cause });
    this.code = code;
  }
}

/** Throws {@link Unfit} unless `holds`. */
export function demand(holds: unknown, code: UnfitCode): asserts holds {
  if (!holds) throw new Unfit(code);
}

/** Runs a function whose RangeError, at the end of some bytes, becomes {@link Unfit}. */
export function refusing<Result>(code: UnfitCode, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw error instanceof RangeError ? new Unfit(code, error) : error;
  }
}
