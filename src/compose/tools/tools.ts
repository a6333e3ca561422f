// What reaches the internet or runs a program: on this server, or on those that it asks.
import type { Sandbox } from '../../adapters/process/sandbox.ts';
import type { PoolState } from '../../adapters/ytdlp/workers/pool.ts';
import type {
  Engine,
  ListEngine,
  SearchEngine,
  ShortLinks,
  Thumbnails,
} from '../../core/inspecting/ports.ts';
import type { FairTurns } from '../../core/limits/fair-turns.ts';
import type { SubtitleReader } from '../../core/subtitles/ports.ts';
import type { Films } from '../../core/trending/ports.ts';
import type { IdentifyMedia } from '../../core/uploads/ports.ts';
import type { EngineModule } from '../engine.ts';

/** The ports. */
export type Tools = {
  readonly engine: Engine;
  readonly lists: ListEngine;
  readonly searches: SearchEngine;
  /** The slots for inspections, shared between networks. */
  readonly turns: FairTurns;
  readonly shortLinks: ShortLinks;
  readonly thumbnails: Thumbnails;
  readonly subtitles: SubtitleReader;
  readonly identify: IdentifyMedia;
  readonly films: Films;
  /** The workers of yt-dlp on this server. */
  readonly pool: { readonly state: () => PoolState };
  /** Null on a server that asks others. */
  readonly local: LocalTools | null;
  readonly close: () => Promise<void>;
};

/** What only a server with programs and the internet has. */
export type LocalTools = {
  readonly engine: EngineModule;
  readonly sandbox: Sandbox;
  /** Null when its output has no version. */
  readonly ffmpegVersion: () => Promise<string | null>;
};
