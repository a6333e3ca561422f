// What the benchmark of several servers runs on: one PostgreSQL, one Redis and one object store for all of them, and servers
// of two kinds, those that share the three and those without a setting.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { S3Settings } from '../../src/adapters/s3/open-s3.ts';
import { startPostgres } from '../../tests/support/run/postgres.ts';
import { startRedis } from '../../tests/support/run/redis.ts';
import { SWIFT_BUCKET, SWIFT_USER, startSwift } from '../../tests/support/run/swift.ts';
import type { LabProcess } from '../lab-process.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';

/** A server and the folder of its data. */
export type FleetServer = ServerProcess & { readonly dataDir: string };

/** Starts servers of both kinds; `close` ends those that still run, and what they shared. */
export type FleetServers = {
  readonly redisUrl: string;
  readonly store: S3Settings;
  /** One that knows of no other: SQLite, and files on the disk. */
  readonly startAlone: (settings?: Settings) => Promise<FleetServer>;
  /** One of the fleet. */
  readonly startShared: (settings?: Settings) => Promise<FleetServer>;
  readonly close: () => Promise<void>;
};

type Settings = Readonly<Record<string, string>>;

/** Starts what servers share. Throws a remedy where PostgreSQL, Redis or Swift is not installed. */
export async function openFleetServers(lab: LabProcess): Promise<FleetServers> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-bench-fleet-'));
  const key = path.join(folder, 'key');
  await writeFile(key, randomBytes(32), { mode: 0o600 });
  const ends: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const postgres = await startPostgres();
    ends.push(postgres.stop);
    const redis = await startRedis();
    ends.push(redis.stop);
    const swift = await startSwift();
    ends.push(swift.stop);
    const shared = {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      SECRET_KEY_FILE: key,
      S3_ENDPOINT: swift.endpoint,
      S3_BUCKET: SWIFT_BUCKET,
      S3_ACCESS_KEY_ID: SWIFT_USER.accessKeyId,
      S3_SECRET_ACCESS_KEY: SWIFT_USER.secretAccessKey,
    };
    let started = 0;
    const start = async (settings: Settings): Promise<FleetServer> => {
      started += 1;
      const dataDir = path.join(folder, `server-${started}`);
      const server = await startServerProcess(lab, { DATA_DIR: dataDir, ...settings });
      let closing: Promise<void> | undefined;
      const end = () => {
        closing ??= server.close();
        return closing;
      };
      ends.push(end);
      return { ...server, dataDir, close: end };
    };
    return {
      redisUrl: redis.url,
      store: {
        ...SWIFT_USER,
        endpoint: swift.endpoint,
        bucket: SWIFT_BUCKET,
        region: 'us-east-1',
        prefix: '',
        pathStyle: true,
      },
      startAlone: (settings = {}) => start(settings),
      startShared: (settings = {}) => start({ ...shared, ...settings }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
