// Answers what servers without yt-dlp, ffmpeg and the internet ask, with those of this server.
import type { Answers } from '../../core/async/asks.ts';
import type { EngineControl } from '../../core/engine-updates/control.ts';
import type { HandedFiles } from '../../core/files/handed-files.ts';
import type { FileStore, Workspace } from '../../core/files/ports.ts';
import type {
  Engine,
  ListEngine,
  SearchEngine,
  ShortLinks,
  Thumbnails,
} from '../../core/inspecting/ports.ts';
import { toPlain } from '../../core/inspecting/shared-inspections.ts';
import type { SubtitleReader } from '../../core/subtitles/ports.ts';
import type { Films } from '../../core/trending/ports.ts';
import type { IdentifyMedia } from '../../core/uploads/ports.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
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

/** Runs a request of the engine when it has its turn, and leaves out those to platforms that refuse this server. */
export type GuardEngine = <T>(
  platform: PlatformId,
  signal: AbortSignal,
  attempt: () => Promise<T>,
) => Promise<T>;

/** Answers what asks for the engine. */
export function answerWithEngine(
  answers: Answers,
  needs: {
    readonly engine: Engine;
    readonly lists: ListEngine;
    readonly searches: SearchEngine;
    readonly guard: GuardEngine;
  },
): void {
  const { engine, lists, searches, guard } = needs;
  answers.to(INSPECT, async ({ link, asker }, signal) => {
    const inspected = await guard(link.platform, signal, () => engine.inspect(link, signal));
    return { inspected: toPlain(inspected), asker };
  });
  answers.to(LIST, (link, signal) => guard(link.platform, signal, () => lists.list(link, signal)));
  answers.to(SEARCH, ({ platform, text }, signal) =>
    guard(platform, signal, () => searches.search(platform, text, signal)),
  );
}

/** Answers what asks for the internet and for programs. */
export function answerWithTools(
  answers: Answers,
  needs: {
    readonly shortLinks: ShortLinks;
    readonly thumbnails: Thumbnails;
    readonly subtitles: SubtitleReader;
    readonly identify: IdentifyMedia;
    readonly films: Films;
    readonly files: Pick<FileStore, 'workspace'>;
    readonly handed: HandedFiles;
  },
): void {
  const { shortLinks, thumbnails, subtitles, identify, films, files, handed } = needs;
  const withCopy = async <T>(
    { file, bytes }: { readonly file: string; readonly bytes: number },
    use: (copy: { readonly path: string; readonly bytes: number }, place: Workspace) => Promise<T>,
  ): Promise<T> => {
    // What is made of it may be as large.
    const place = await files.workspace(2 * bytes);
    try {
      return await use(await place.write('handed', await handed.open(file), bytes), place);
    } finally {
      await place.remove();
    }
  };
  answers.to(FOLLOW, (link, signal) => shortLinks.follow(link, signal));
  answers.to(THUMBNAIL, async ({ source, network }, signal) =>
    asText(await thumbnails.render(source, network, signal)),
  );
  answers.to(SUBTITLES, ({ source, network }, signal) => subtitles.read(source, network, signal));
  answers.to(IDENTIFY, (asked, signal) => withCopy(asked, ({ path }) => identify(path, signal)));
  answers.to(MAKE_FILM, (asked, signal) =>
    withCopy(asked, async (copy, { folder }) => {
      const made = await films.make({ ...copy, folder }, signal);
      return { file: await handed.hand(made.path), ending: made.ending };
    }),
  );
  answers.to(DRAW_FRAME, (asked, signal) =>
    withCopy(asked, async ({ path }) => asText(await films.frame(path, asked.seconds, signal))),
  );
}

/** Answers what operators do with the engine. */
export function answerWithControl(answers: Answers, control: EngineControl): void {
  const act = (asked: EngineAction) => {
    switch (asked.action) {
      case 'status':
        return control.status();
      case 'check':
        return control.check(asked.admin);
      case 'rollBack':
        return control.rollBack(asked.admin);
      case 'update':
        return control.update(asked.admin, asked.version);
      case 'pin':
        return control.pin(asked.admin, asked.version);
    }
  };
  answers.to(ENGINE, act);
}

function asText(picture: Uint8Array): string {
  return Buffer.from(picture).toString('base64');
}
