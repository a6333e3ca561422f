// The type `Downloading` without any work behind it: a test says how each download stands; for the routes alone.
import type { DownloadView } from '../../../src/core/downloading/active-downloads.ts';
import type { Followed } from '../../../src/core/downloading/follow-and-cancel.ts';
import type { Downloading } from '../../../src/core/downloading/service.ts';
import type { DownloadRequest } from '../../../src/core/downloading/start-download.ts';
import type { ByteRange } from '../../../src/core/files/stored-file.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { makeView, type ViewPart } from './http-download-views.ts';

type Watcher = {
  readonly visitor: string;
  readonly watched: Followed;
  target?: string;
  readonly listener: (view: DownloadView) => void;
};

/** The service, and what a test may do with it and see of it. */
export type FakeDownloading = {
  readonly service: Downloading;
  readonly requests: DownloadRequest[];
  readonly watchers: ReadonlySet<Watcher>;
  /** Files that are open at this moment. */
  readonly openFiles: () => number;
  /** Creates or changes a download, and notifies its listeners. */
  readonly set: (part: ViewPart & { id: string }) => void;
  readonly viewOf: (id: string) => DownloadView | undefined;
  /** Gives the file of a download its bytes. */
  readonly fill: (id: string, content: Uint8Array) => void;
  /** Every new download begins like this. */
  startAs: ViewPart;
  isStopping: boolean;
};

/** Makes one without downloads. Its pieces of files have 64 kB. */
export function createFakeDownloading(): FakeDownloading {
  const parts = new Map<string, ViewPart>();
  const views = new Map<string, DownloadView>();
  const contents = new Map<string, Uint8Array>();
  const watchers = new Set<Watcher>();
  let openFiles = 0;

  const own = (visitor: string, id: string): DownloadView => {
    refuseOdd(id);
    const view = views.get(id);
    if (view?.download.visitor !== visitor) throw new AppError('job_not_found');
    return view;
  };
  const isOpen = (view: DownloadView) => view.download.state === 'open';
  const hears = (watcher: Watcher, { download }: DownloadView) => {
    if (watcher.visitor !== download.visitor) return false;
    if (watcher.watched === 'all') return true;
    if (watcher.watched !== 'newest') return watcher.watched.id === download.id;
    watcher.target ??= download.id;
    return watcher.target === download.id;
  };
  const ofVisitor = (visitor: string) =>
    [...views.values()].filter((view) => view.download.visitor === visitor).reverse();

  async function* piecesOf(content: Uint8Array, { start, end }: ByteRange) {
    openFiles += 1;
    try {
      for (let at = start; at <= end; at += 65_536)
        yield content.subarray(at, Math.min(at + 65_536, end + 1));
    } finally {
      openFiles -= 1;
    }
  }

  const fake: FakeDownloading = {
    requests: [],
    watchers,
    openFiles: () => openFiles,
    startAs: {},
    isStopping: false,
    viewOf: (id) => views.get(id),
    set(part) {
      const whole = { ...parts.get(part.id), ...part };
      parts.set(part.id, whole);
      const view = makeView(whole);
      views.set(part.id, view);
      for (const watcher of watchers) if (hears(watcher, view)) watcher.listener(view);
    },
    fill(id, content) {
      contents.set(id, content);
      fake.set({ id, bytes: content.byteLength });
    },
    service: {
      isFullOfUploads: () => false,
      isStopping: () => fake.isStopping,
      async start(wish) {
        fake.requests.push(wish);
        const id = `job-${fake.requests.length}`;
        fake.set({ ...fake.startAs, id, visitor: wish.visitor });
        return own(wish.visitor, id);
      },
      startEdit: async () => {
        throw new TypeError('the fake edits nothing');
      },
      receive: async () => {
        throw new TypeError('the fake receives nothing');
      },
      get: async (visitor, id) => own(visitor, id),
      list: async (visitor) => ofVisitor(visitor),
      async ended(visitor, id, signal) {
        const view = own(visitor, id);
        if (!isOpen(view)) return view;
        return new Promise((resolve, reject) => {
          const watcher: Watcher = {
            visitor,
            watched: { id },
            listener(now) {
              if (isOpen(now)) return;
              watchers.delete(watcher);
              resolve(now);
            },
          };
          watchers.add(watcher);
          signal.addEventListener('abort', () => {
            watchers.delete(watcher);
            reject(signal.reason);
          });
        });
      },
      async cancel(visitor, id) {
        const view = id === null ? ofVisitor(visitor).find(isOpen) : own(visitor, id);
        if (!view || !isOpen(view)) return false;
        fake.set({ id: view.download.id, phase: 'cancelled' });
        return true;
      },
      async remove(visitor, id) {
        own(visitor, id);
        views.delete(id);
      },
      async share(visitor, id) {
        own(visitor, id);
        fake.set({ id, isShared: true });
        return own(visitor, id);
      },
      async unshare(visitor, id) {
        own(visitor, id);
        fake.set({ id, isShared: false });
        return own(visitor, id);
      },
      async linkForPrograms(visitor, id) {
        own(visitor, id);
        return { path: `/files/program-of-${id}/a%20name.mp4`, expiresAt: 1_800_000_000_000 };
      },
      async watch(visitor, watched, listener) {
        if (typeof watched === 'object') own(visitor, watched.id);
        const watcher: Watcher = { visitor, watched, listener };
        for (const view of ofVisitor(visitor)) {
          const isWanted = typeof watched === 'object' || isOpen(view);
          if (isWanted && hears(watcher, view)) listener(view);
        }
        watchers.add(watcher);
        return () => watchers.delete(watcher);
      },
      openFiles: () => Promise.reject(new TypeError('not part of this fixture')),
      areStillReady: () => Promise.reject(new TypeError('not part of this fixture')),
      async openFile(token, visitor) {
        refuseOdd(token);
        const [kind, id = ''] = token.split('-of-');
        const view = views.get(id);
        const isOwner = kind === 'token' && view?.download.visitor === visitor;
        const isOpenToAll = kind === 'program' || (kind === 'share' && view?.download.isShared);
        if (!view || !(isOwner || isOpenToAll)) throw new AppError('job_not_found');
        const { file } = view;
        const content = contents.get(id);
        if (!file || !content) throw new AppError(isOwner ? 'expired' : 'job_not_found');
        return {
          file,
          name: view.download.fileName ?? '',
          plainName: 'YouTube aaaaaaaaaaa',
          read: async (range) =>
            piecesOf(content, range ?? { start: 0, end: content.byteLength - 1 }),
        };
      },
    },
  };
  return fake;
}

/** Some stores fail with a text that holds certain characters, so nothing but an id may get as far as this. */
function refuseOdd(text: string): void {
  if (!/^[\w.~-]{1,200}$/.test(text)) throw new TypeError('This is neither an id nor a token');
}
