// Operators upload films of their own: each is checked, cleaned and kept whole or not at all, and no file outlives a failure.
import { AppError } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { MAX_FILM_BYTES } from '../../shared/trending.ts';
import type { Clock } from '../async/clock.ts';
import { createNetworkQuota } from '../limits/network-quota.ts';
import { SHARED_RESOURCES } from '../limits/shared-resources.ts';
import type { AuditEntry } from '../operators/audit.ts';
import type { AuditLog } from '../operators/ports.ts';
import type {
  FilmDraft,
  FilmFiles,
  Films,
  TrendingFiles,
  TrendingVideos,
  UploadedFilm,
} from './ports.ts';
import type { KeptTrendingVideo, TrendingVideo } from './trending.ts';
import {
  editDetails,
  getVersion,
  namedTexts,
  refuseUnsound,
  type TextEdit,
  writeOver,
} from './trending-edit.ts';

/** Reads what is sent: hands the film to `receive` and answers the words. Throws what it was sent wrongly. */
export type FilmForm<Words> = {
  /** How long the body is said to be; 0 where it is not said. */
  readonly bytes: number;
  /** The rate key of where it comes from. */
  readonly network: string;
  readonly read: (
    receive: (pieces: AsyncIterable<Uint8Array>) => Promise<UploadedFilm>,
  ) => Promise<{ readonly words: Words; readonly film: UploadedFilm | null }>;
};

/** What an operator says of a new film. */
export type FilmWords = Pick<TrendingVideo, 'title' | 'description' | 'featured'> & {
  readonly platform: PlatformId | null;
  /** The moment of its picture; null is a tenth of its length. */
  readonly thumbnailSeconds: number | null;
};

/** What an operator says of a video together with a new film; what is not named stays. */
export type FilmEdit = Omit<TextEdit, 'position'> & Pick<FilmWords, 'thumbnailSeconds'>;

/** The service. `admin` is the address of whoever does it; a film that is none is `not_a_video`. */
export type Filming = {
  /** Throws what `form.read` throws, `invalid_request`, `body_too_large`, `not_a_video`, `server_full`, `server_busy`. */
  readonly add: (
    admin: string,
    form: FilmForm<FilmWords>,
    signal: AbortSignal,
  ) => Promise<KeptTrendingVideo>;
  /** Changes the words, and the film where there is a new one. Throws as `add`, `not_found_page`, and `changed_meanwhile`. */
  readonly edit: (
    admin: string,
    id: string,
    form: FilmForm<FilmEdit>,
    version: number | null,
    signal: AbortSignal,
  ) => Promise<KeptTrendingVideo>;
  /** Shows a film by another of its pictures. Throws `invalid_request` for a video without a film of ours, and as `edit`. */
  readonly showFrame: (
    admin: string,
    id: string,
    seconds: number,
    version: number | null,
    signal: AbortSignal,
  ) => Promise<KeptTrendingVideo>;
};

/** What it is made of. */
export type FilmingNeeds = {
  readonly videos: TrendingVideos;
  readonly pictures: Pick<TrendingFiles, 'add' | 'remove'>;
  readonly films: Films;
  readonly files: FilmFiles;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly clock: Clock;
  readonly newId: () => string;
};

type Names = { readonly film: string; readonly thumbnail: string };

/** Makes the service. How many uploads there may be at once is said in `SHARED_RESOURCES`. */
export function createFilming(needs: FilmingNeeds): Filming {
  const { videos, pictures, films, files, clock, newId } = needs;
  const uploads = createNetworkQuota(SHARED_RESOURCES.uploads);

  const note = (
    admin: string,
    action: AuditEntry['action'],
    subject: string,
    details: AuditEntry['details'],
  ) => needs.audit.add({ id: newId(), at: clock.now(), admin, action, subject, details });

  const drop = async (...names: (string | null)[]) => {
    for (const name of names) if (name !== null) await pictures.remove(name);
  };

  /** Runs what makes files; when it fails, none of them is left. */
  const orDrop = async <T>(names: readonly string[], make: () => Promise<T>): Promise<T> => {
    try {
      return await make();
    } catch (error) {
      await drop(...names);
      throw error;
    }
  };

  const withDraft = async <T>(
    { bytes, network }: Pick<FilmForm<unknown>, 'bytes' | 'network'>,
    use: (draft: FilmDraft) => Promise<T>,
  ) => {
    const giveBack = uploads.take(network);
    try {
      const draft = await files.draft(bytes);
      try {
        return await use(draft);
      } finally {
        await draft.remove();
      }
    } finally {
      giveBack();
    }
  };

  const read = <Words>(form: FilmForm<Words>, draft: FilmDraft) =>
    form.read((pieces) => draft.receive(pieces, MAX_FILM_BYTES));

  /** Makes film and picture, keeps both, and has them written; when anything fails, neither is left. */
  const keep = async <T>(
    { folder }: FilmDraft,
    film: UploadedFilm,
    seconds: number | null,
    write: (names: Names) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> => {
    const made = await films.make({ ...film, folder }, signal);
    const picture = await films.frame(made.path, seconds, signal);
    signal.throwIfAborted();
    const names = { film: `${newId()}.${made.ending}`, thumbnail: `${newId()}.jpg` };
    return orDrop([names.film, names.thumbnail], async () => {
      await files.keep(made.path, names.film);
      await pictures.add(names.thumbnail, picture);
      return write(names);
    });
  };

  return {
    add: (admin, form, signal) =>
      withDraft(form, async (draft) => {
        const { words, film } = await read(form, draft);
        const { thumbnailSeconds, ...texts } = words;
        const title = texts.title.trim();
        refuseUnsound({ title, description: texts.description });
        if (!film?.bytes) throw new AppError('invalid_request', { params: { field: 'file' } });
        const video = {
          ...texts,
          id: newId(),
          title,
          videoUrl: null,
          viewCount: 0,
          createdAt: clock.now(),
          isAvailable: true,
          position: null,
        };
        const write = async (names: Names) => {
          await videos.add({ ...video, ...names });
          return names.film;
        };
        const name = await keep(draft, film, thumbnailSeconds, write, signal);
        await note(admin, 'trending_added', video.id, { title, film: name });
        return getVersion(videos, video.id, null);
      }),
    async edit(admin, id, form, version, signal) {
      // Before anything is read: 50 MB are a long wait for a no.
      await getVersion(videos, id, version);
      return withDraft(form, async (draft) => {
        const { words, film } = await read(form, draft);
        const texts = namedTexts(words);
        refuseUnsound(texts);
        if (!film?.bytes) {
          if (words.thumbnailSeconds !== null)
            throw new AppError('invalid_request', { params: { field: 'thumbnailSeconds' } });
          await writeOver(videos, id, texts, version);
          await note(admin, 'trending_changed', id, editDetails(texts));
          return getVersion(videos, id, null);
        }
        const write = async (names: Names) => ({
          names,
          before: await writeOver(videos, id, { ...texts, videoUrl: null, ...names }, version),
        });
        const { before, names } = await keep(draft, film, words.thumbnailSeconds, write, signal);
        await note(admin, 'trending_changed', id, { ...editDetails(texts), ...names });
        await drop(before.film, before.thumbnail);
        return getVersion(videos, id, null);
      });
    },
    async showFrame(admin, id, seconds, version, signal) {
      const { film } = await getVersion(videos, id, version);
      if (film === null) throw new AppError('invalid_request', { detail: 'there is no film' });
      const picture = await files.withLocalCopy(film, (path) => films.frame(path, seconds, signal));
      const thumbnail = `${newId()}.jpg`;
      const write = async () => {
        await pictures.add(thumbnail, picture);
        return writeOver(videos, id, { thumbnail }, version);
      };
      const before = await orDrop([thumbnail], write);
      await note(admin, 'trending_changed', id, { thumbnail });
      await drop(before.thumbnail);
      return getVersion(videos, id, null);
    },
  };
}
