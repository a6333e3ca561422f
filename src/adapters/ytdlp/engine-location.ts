// The location of an engine on this machine.
/**
 * An engine: the interpreter, and the folder that holds `yt_dlp` when it is not the interpreter's own. Absolute paths.
 */
export type EngineLocation = {
  /** The name of its folder below .engine/, or `own`. */
  readonly id: string;
  /** As its folder states it; `unknown` for an operator's own until it runs. */
  readonly version: string;
  readonly python: string;
  readonly enginePath: string | null;
  readonly source: string;
};
