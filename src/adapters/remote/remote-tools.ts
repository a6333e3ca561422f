// The ports of yt-dlp, ffmpeg and the internet on a server that has none of them: it asks one that has.
import { randomBytes } from 'node:crypto';
import { lstat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Ask } from '../../core/async/asks.ts';
import type { EngineControl } from '../../core/engine-updates/control.ts';
import type { HandedFiles } from '../../core/files/handed-files.ts';
import type {
  Engine,
  ListEngine,
  SearchEngine,
  ShortLinks,
  Thumbnails,
} from '../../core/inspecting/ports.ts';
import { fromPlain } from '../../core/inspecting/shared-inspections.ts';
import type { SubtitleReader } from '../../core/subtitles/ports.ts';
import type { Films } from '../../core/trending/ports.ts';
import type { IdentifyMedia } from '../../core/uploads/ports.ts';
import {
  DRAW_FRAME,
  ENGINE,
  type EngineAction,
  FOLLOW,
  IDENTIFY,
  INSPECT,
  LIST,
  MAKE_FILM,
  SEARCH,
  SUBTITLES,
  THUMBNAIL,
} from './questions.ts';

/** In place of the name of an egress: it is that of the server that answers. */
export const ASKED_EGRESS = 'workers';

/** The engine that other servers run. */
export function createRemoteEngine(ask: Ask): Engine & ListEngine & SearchEngine {
  return {
    egress: ASKED_EGRESS,
    async inspect(link, signal) {
      const asker = randomBytes(9).toString('base64url');
      const asked = { link, asker };
      const found = await ask(INSPECT, asked, { signal, key: link.address });
      // What was made with the operator's cookies is for one asker alone.
      const isAnothers = found.inspected.withCookies && found.asker !== asker;
      const own = isAnothers ? await ask(INSPECT, asked, { signal }) : found;
      return fromPlain(own.inspected);
    },
    list: (link, signal) => ask(LIST, link, { signal }),
    search: (platform, text, signal) => ask(SEARCH, { platform, text }, { signal }),
  };
}

/** What reaches the internet for small things. */
export function createRemoteFetching(ask: Ask): {
  readonly shortLinks: ShortLinks;
  readonly thumbnails: Thumbnails;
  readonly subtitles: SubtitleReader;
} {
  return {
    shortLinks: { follow: (link, signal) => ask(FOLLOW, link, { signal }) },
    thumbnails: {
      render: async (source, network, signal) =>
        Buffer.from(await ask(THUMBNAIL, { source, network }, { signal }), 'base64'),
    },
    subtitles: {
      read: (source, network, signal) => ask(SUBTITLES, { source, network }, { signal }),
    },
  };
}

/** What runs programs on files of this server's disk. Files that could not be removed are removed by the next sweep. */
export function createRemoteMedia(
  ask: Ask,
  handed: HandedFiles,
): { readonly identify: IdentifyMedia; readonly films: Films } {
  const withHanded = async <T>(
    file: string,
    use: (file: { readonly file: string; readonly bytes: number }) => Promise<T>,
  ): Promise<T> => {
    const { size: bytes } = await lstat(file);
    const name = await handed.hand(file);
    try {
      return await use({ file: name, bytes });
    } finally {
      void handed.drop(name).catch(() => undefined);
    }
  };
  return {
    identify: (file, signal) => withHanded(file, (one) => ask(IDENTIFY, one, { signal })),
    films: {
      make: (film, signal) =>
        withHanded(film.path, async (one) => {
          const { file, ending } = await ask(MAKE_FILM, one, { signal });
          const made = path.join(film.folder, `made.${ending}`);
          await writeFile(made, await handed.open(file), { flag: 'wx', signal });
          void handed.drop(file).catch(() => undefined);
          return { path: made, ending };
        }),
      frame: (file, seconds, signal) =>
        withHanded(file, async (one) =>
          Buffer.from(await ask(DRAW_FRAME, { ...one, seconds }, { signal }), 'base64'),
        ),
    },
  };
}

/** The operators' actions on the engine, at the server that leads its updates. */
export function createRemoteEngineControl(ask: Ask): EngineControl {
  const at = (action: EngineAction) =>
    ask(ENGINE, action, { signal: new AbortController().signal });
  return {
    status: () => at({ action: 'status' }),
    check: (admin) => at({ action: 'check', admin }),
    update: (admin, version) => at({ action: 'update', admin, version }),
    rollBack: (admin) => at({ action: 'rollBack', admin }),
    pin: (admin, version) => at({ action: 'pin', admin, version }),
  };
}
