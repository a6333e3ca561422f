// The history in this browser's IndexedDB. Every call rejects if the browser refuses it; nothing here is ever sent.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Entry, newestOf } from './entry.ts';

type HistorySchema = DBSchema & { history: { key: string; value: Entry } };

const DATABASE = 'keepreel';
const STORE = 'history';
const CHANNEL = 'keepreel-history';
/** Some browsers never answer when storage is blocked. */
const PATIENCE_MS = 5000;

/** Returns all entries, newest first. */
export function readHistory(): Promise<readonly Entry[]> {
  return withDatabase(async (database) => newestOf(await database.getAll(STORE)));
}

/** Adds an entry, or replaces the one with its id, and removes what is too old or unreadable. */
export async function keepEntry(entry: Entry): Promise<void> {
  await withDatabase(async (database) => {
    const { store, done } = database.transaction(STORE, 'readwrite');
    await store.put(entry);
    const kept = new Set(newestOf(await store.getAll()).map(({ id }) => id));
    const surplus = (await store.getAllKeys()).filter((key) => !kept.has(key));
    await Promise.all([...surplus.map((key) => store.delete(key)), done]);
  });
  tellOthers();
}

/** Erases one entry. */
export async function eraseEntry(id: string): Promise<void> {
  await withDatabase((database) => database.delete(STORE, id));
  tellOthers();
}

/** Erases all of them. */
export async function eraseHistory(): Promise<void> {
  await withDatabase((database) => database.clear(STORE));
  tellOthers();
}

/** Calls a listener when another tab has changed the history; the returned function stops that. */
export function onChange(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', listener);
  return () => channel.close();
}

function tellOthers(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

async function withDatabase<T>(
  work: (database: IDBPDatabase<HistorySchema>) => Promise<T>,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error('the database of this browser does not answer')),
    PATIENCE_MS,
  );
  try {
    const database = await Promise.race([open(), late.promise]);
    try {
      return await Promise.race([work(database), late.promise]);
    } finally {
      database.close();
    }
  } finally {
    clearTimeout(timer);
  }
}

async function open(): Promise<IDBPDatabase<HistorySchema>> {
  return openDB<HistorySchema>(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore(STORE, { keyPath: 'id' });
    },
  });
}
