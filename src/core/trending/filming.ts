// Operators upload videos. Each is checked, stripped of metadata, and stored completely or not at all.
import { AppError } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { MAX_FILM_BYTES } from '../../shared/trending.ts';
import type { Clock } from '../async/clock.ts';
import { SHARED_RESOURCES } from '../limits/network-bounds.ts';
import { createNetworkQuota } from '../limits/network-quota.ts';
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
import type { StoredTrendingVideo, TrendingVideo } from './trending.ts';
import {
  assertValid,
  editDetails,
  getVersion,
  namedTexts,
  type TextEdit,
  updateVersion,
} from './trending-edit.ts';

/** A form with a video file. `read` passes the file to `receive` and returns the other fields; throws for an invalid form. */
export type FilmForm<Fields> = {
  /** The announced length of the body; 0 if unknown. */
  readonly bytes: number;
  /** The rate key of the network it comes from. */
  readonly network: string;
  readonly read: (
    receive: (pieces: AsyncIterable<Uint8Array>) => Promise<UploadedFilm>,
  ) => Promise<{ readonly fields: Fields; readonly film: UploadedFilm | null }>;
};

/** The other fields of a new video. */
export type FilmFields = Pick<TrendingVideo, 'title' | 'description' | 'featured'> & {
  readonly platform: PlatformId | null;
  /** The position of its thumbnail; null is a tenth of its duration. */
  readonly thumbnailSeconds: number | null;
};

/** The fields that may be edited together with the file; absent ones stay. */
export type FilmEdit = Omit<TextEdit, 'position'> & Pick<FilmFields, 'thumbnailSeconds'>;

/** The service. `admin` is the operator's email address. A file that is not a video is `not_a_video`. */
export type Filming = {
  /** Throws what `form.read` throws, `invalid_request`, `body_too_large`, `not_a_video`, `server_full`, `server_busy`. */
  readonly add: (
    admin: string,
    form: FilmForm<FilmFields>,
    signal: AbortSignal,
  ) => Promise<StoredTrendingVideo>;
  /** Changes the fields, and the file if the form has one. Throws as `add`, `not_found_page`, and `changed_meanwhile`. */
  readonly edit: (
    admin: string,
    id: string,
    form: FilmForm<FilmEdit>,
    version: number | null,
    signal: AbortSignal,
  ) => Promise<StoredTrendingVideo>;
  /** Makes a frame of the video its thumbnail. Throws `invalid_request` for a video that was not uploaded, and as `edit`. */
  readonly showFrame: (
    admin: string,
    id: string,
    seconds: number,
    version: number | null,
    signal: AbortSignal,
  ) => Promise<StoredTrendingVideo>;
};

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

type State = FilmingNeeds & { readonly uploads: ReturnType<typeof createNetworkQuota> };

/** Creates the service. `SHARED_RESOURCES` bounds the uploads at once. */
export function createFilming(needs: FilmingNeeds): Filming {
  const state: State = { ...needs, uploads: createNetworkQuota(SHARED_RESOURCES.uploads) };
  return {
    add: (admin, form, signal) =>
      withDraft(state, form, (draft) => addFilm(state, admin, form, draft, signal)),
    async edit(admin, id, form, version, signal) {
      // Before the body is read: uploading 50 MB to be refused would be a long wait.
      await getVersion(state.videos, id, version);
      return withDraft(state, form, (draft) =>
        editFilm(state, admin, id, form, version, draft, signal),
      );
    },
    showFrame: (admin, id, seconds, version, signal) =>
      showFrame(state, admin, id, seconds, version, signal),
  };
}

async function addFilm(
  state: State,
  admin: string,
  form: FilmForm<FilmFields>,
  draft: FilmDraft,
  signal: AbortSignal,
): Promise<StoredTrendingVideo> {
  const { videos } = state;
  const { fields, film } = await readForm(form, draft);
  const { thumbnailSeconds, ...texts } = fields;
  const title = texts.title.trim();
  assertValid({ title, description: texts.description });
  if (!film?.bytes) throw new AppError('invalid_request', { params: { field: 'file' } });
  const video = {
    ...texts,
    id: state.newId(),
    title,
    videoUrl: null,
    viewCount: 0,
    createdAt: state.clock.now(),
    isAvailable: true,
    position: null,
  };
  const write = async (names: Names) => {
    await videos.add({ ...video, ...names });
    return names.film;
  };
  const name = await keepFilm(state, draft, film, thumbnailSeconds, write, signal);
  await note(state, admin, 'trending_added', video.id, { title, film: name });
  return getVersion(videos, video.id, null);
}

async function editFilm(
  state: State,
  admin: string,
  id: string,
  form: FilmForm<FilmEdit>,
  version: number | null,
  draft: FilmDraft,
  signal: AbortSignal,
): Promise<StoredTrendingVideo> {
  const { videos } = state;
  const { fields, film } = await readForm(form, draft);
  const texts = namedTexts(fields);
  assertValid(texts);
  if (!film?.bytes) {
    if (fields.thumbnailSeconds !== null)
      throw new AppError('invalid_request', { params: { field: 'thumbnailSeconds' } });
    const before = await updateVersion(videos, id, texts, version);
    await note(state, admin, 'trending_changed', id, editDetails(before, texts));
    return getVersion(videos, id, null);
  }
  const write = async (names: Names) => ({
    names,
    before: await updateVersion(videos, id, { ...texts, videoUrl: null, ...names }, version),
  });
  const { before, names } = await keepFilm(
    state,
    draft,
    film,
    fields.thumbnailSeconds,
    write,
    signal,
  );
  await note(state, admin, 'trending_changed', id, { ...editDetails(before, texts), ...names });
  await drop(state, before.film, before.thumbnail);
  return getVersion(videos, id, null);
}

async function showFrame(
  state: State,
  admin: string,
  id: string,
  seconds: number,
  version: number | null,
  signal: AbortSignal,
): Promise<StoredTrendingVideo> {
  const { videos, films, files, pictures } = state;
  const { film } = await getVersion(videos, id, version);
  if (film === null) throw new AppError('invalid_request', { detail: 'there is no film' });
  const picture = await files.withLocalCopy(film, (path) => films.frame(path, seconds, signal));
  const thumbnail = `${state.newId()}.jpg`;
  const before = await orDrop(state, [thumbnail], async () => {
    await pictures.add(thumbnail, picture);
    return updateVersion(videos, id, { thumbnail }, version);
  });
  await note(state, admin, 'trending_changed', id, { video: before.title, thumbnail });
  await drop(state, before.thumbnail);
  return getVersion(videos, id, null);
}

/** Calls `use` with a draft folder for one upload, and counts the upload for its network. */
async function withDraft<T>(
  { uploads, files }: State,
  { bytes, network }: Pick<FilmForm<unknown>, 'bytes' | 'network'>,
  use: (draft: FilmDraft) => Promise<T>,
): Promise<T> {
  const release = uploads.take(network);
  try {
    const draft = await files.draft(bytes);
    try {
      return await use(draft);
    } finally {
      await draft.remove();
    }
  } finally {
    release();
  }
}

function readForm<Fields>(form: FilmForm<Fields>, draft: FilmDraft) {
  return form.read((pieces) => draft.receive(pieces, MAX_FILM_BYTES));
}

/** Makes video and thumbnail, stores both, and calls `write` with their names; removes both when any of this fails. */
async function keepFilm<T>(
  state: State,
  { folder }: FilmDraft,
  film: UploadedFilm,
  seconds: number | null,
  write: (names: Names) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const { films, files, pictures, newId } = state;
  const made = await films.make({ ...film, folder }, signal);
  const picture = await films.frame(made.path, seconds, signal);
  signal.throwIfAborted();
  const names = { film: `${newId()}.${made.ending}`, thumbnail: `${newId()}.jpg` };
  return orDrop(state, [names.film, names.thumbnail], async () => {
    await files.keep(made.path, names.film);
    await pictures.add(names.thumbnail, picture);
    return write(names);
  });
}

/** Calls `make`, and removes the named files when it fails. */
async function orDrop<T>(
  state: State,
  names: readonly string[],
  make: () => Promise<T>,
): Promise<T> {
  try {
    return await make();
  } catch (error) {
    await drop(state, ...names);
    throw error;
  }
}

async function drop({ pictures }: State, ...names: readonly (string | null)[]): Promise<void> {
  for (const name of names) if (name !== null) await pictures.remove(name);
}

function note(
  { audit, newId, clock }: State,
  admin: string,
  action: AuditEntry['action'],
  subject: string,
  details: AuditEntry['details'],
): Promise<void> {
  return audit.add({ id: newId(), at: clock.now(), admin, action, subject, details });
}
