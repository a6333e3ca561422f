// Several servers with one PostgreSQL, one Redis and, if they are to share files, one object store; and a lab behind them.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Lab } from '../../../lab/lab.ts';
import { openS3 } from '../../../src/adapters/s3/open-s3.ts';
import { createPostgresDatabase } from '../../contracts/databases.ts';
import { objectsOf, type PlaceInSwift, placeInSwift } from '../../contracts/s3/s3-stores.ts';
import {
  FILM_HOST,
  type Film,
  film,
  filmLink,
  filmPath,
  startFilmLab,
} from '../../fixtures/download/films.ts';
import { clientAt } from '../product/job-client.ts';
import { type Server, startServer } from '../product/server.ts';
import { type RedisServer, startRedis } from '../run/redis.ts';

/** The fleet. */
export type Fleet = {
  readonly lab: Lab;
  readonly databaseUrl: string;
  /** The file with the secret of all servers. */
  readonly keyFile: string;
  /** The DATA_DIR of a server. */
  readonly folderOf: (name: string) => string;
  /** The names of all objects in the shared store. */
  readonly objects: () => Promise<readonly string[]>;
  /** How often the file of a film was asked for. */
  readonly requestsFor: (id: string) => number;
  /** How often it was fetched: asked for from its first byte on. A slow connection is replaced, and so asked for again. */
  readonly fetchesOf: (id: string) => number;
  readonly redis: () => RedisServer;
  /** Starts a server with a folder of this name; `program` is another than the product's own. */
  readonly start: (
    name: string,
    settings?: Readonly<Record<string, string>>,
    program?: string,
  ) => Promise<Server>;
  readonly kill: (server: Server) => Promise<void>;
  /** Ends Redis at once; the next one has its port, and nothing in it. */
  readonly loseRedis: () => Promise<void>;
  readonly bringRedisBack: () => Promise<void>;
  /** Holds the file of a film back until the returned function is called. */
  readonly hold: (id: string, bytesPerSecond?: number) => () => void;
  /** Takes a slot of a server for ten minutes or more by downloading the {@link OCCUPANT} of this id. */
  readonly occupy: (server: Server, id: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Large enough to come for ten minutes at a pace that no server gives up: more than 16 kB/s over eight connections. */
export const OCCUPANT = film('Occupant', 16, 8000);
const OCCUPANT_BYTES_PER_SECOND = 3000;

/** The settings of an empty place in the tests' object store. */
export const sharedStore = async () => settingsOf(await placeInSwift());

/** The settings of a place in the tests' object store. */
export function settingsOf(place: PlaceInSwift): Readonly<Record<string, string>> {
  return {
    S3_ENDPOINT: place.endpoint,
    S3_BUCKET: place.bucket,
    S3_REGION: place.region,
    S3_ACCESS_KEY_ID: place.accessKeyId,
    S3_SECRET_ACCESS_KEY: place.secretAccessKey,
    S3_PREFIX: place.prefix,
  };
}

/** The server with short times for noticing that another one is lost. */
export const QUICK = 'tests/fixtures/servers/quick-server.ts';

/** The server that takes no job from another one for a minute. */
export const PATIENT = 'tests/fixtures/servers/patient-server.ts';

/** Opens it with nothing running. All posts with an id of `films` are there. */
export async function openFleet(
  films: Readonly<Record<string, Film>>,
  shared: Readonly<Record<string, string>> = {},
): Promise<Fleet> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-fleet-'));
  const key = path.join(folder, 'key');
  await writeFile(key, randomBytes(32), { mode: 0o600 });
  const prepared = Object.values(films);
  const lab = await startFilmLab({ filmOf: (id) => films[id], folder, prepared });
  const database = await createPostgresDatabase();
  let redis = await startRedis();
  const running = new Set<Server>();
  const requestsFor = (id: string) =>
    lab.requests().filter(({ path }) => path.startsWith(filmPath(id)));
  const hold = (id: string, bytesPerSecond = 500) =>
    lab.faults.add({
      host: FILM_HOST,
      pathPrefix: filmPath(id),
      fault: { kind: 'slow', bytesPerSecond },
    });
  return {
    lab,
    databaseUrl: database.url,
    keyFile: key,
    async objects() {
      const s3 = openS3({
        endpoint: shared['S3_ENDPOINT'] ?? null,
        bucket: shared['S3_BUCKET'] ?? '',
        region: shared['S3_REGION'] ?? '',
        accessKeyId: shared['S3_ACCESS_KEY_ID'] ?? '',
        secretAccessKey: shared['S3_SECRET_ACCESS_KEY'] ?? '',
        prefix: shared['S3_PREFIX'] ?? '',
        pathStyle: true,
      });
      const names = await objectsOf(s3);
      s3.close();
      return names;
    },
    folderOf: (name) => path.join(folder, name),
    requestsFor: (id) => requestsFor(id).length,
    fetchesOf: (id) =>
      requestsFor(id).filter(({ range }) => range === '' || range.startsWith('bytes=0-')).length,
    redis: () => redis,
    async start(name, settings = {}, program = 'src/main.ts') {
      const server = await startServer({
        lab,
        dataDir: path.join(folder, name),
        program,
        settings: {
          DATABASE_URL: database.url,
          REDIS_URL: redis.url,
          SECRET_KEY_FILE: key,
          ...shared,
          ...settings,
        },
      });
      running.add(server);
      return server;
    },
    async kill(server) {
      server.signal('SIGKILL');
      await server.ended();
      running.delete(server);
    },
    loseRedis: () => redis.stop(),
    async bringRedisBack() {
      redis = await startRedis({ port: redis.port });
    },
    hold,
    async occupy(server, id) {
      hold(id, OCCUPANT_BYTES_PER_SECOND);
      const occupant = clientAt(server.url);
      await occupant.until((await occupant.start({ url: filmLink(id) })).job, 'fetching');
    },
    async close() {
      for (const server of running) {
        server.signal('SIGKILL');
        await server.ended();
      }
      await redis.stop();
      await database.remove();
      await lab.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
