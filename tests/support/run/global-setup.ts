// Runs once before and after all tests: lends them one PostgreSQL and one object store, each started when the first test asks for it.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';
import { startSwift } from './swift.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface ProvidedContext {
    /**
     * The socket file that answers every client with the shared PostgreSQL, as JSON {@link LentServer};
     * `off` when its tests are to be left out.
     */
    postgres: string;
    /** The socket file that answers every client with the shared object store, as JSON {@link LentServer}. */
    swift: string;
  }
}

/** The address of a shared server, or why there is none. */
export type LentServer = { readonly url: string } | { readonly missing: string };

/** Makes the socket files; gives back what ends the servers that were started, and removes the files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'keepreel-tests-'));
  const lent: (() => Promise<void>)[] = [];
  const lend = async (name: 'postgres' | 'swift', start: () => Promise<Startable>) => {
    const path = join(folder, name);
    lent.push(await lendServer(path, start));
    project.provide(name, path);
  };
  if (process.env['KEEPREEL_TEST_POSTGRES'] === 'off') project.provide('postgres', 'off');
  else await lend('postgres', startPostgres);
  await lend('swift', async () => {
    const { endpoint, stop } = await startSwift();
    return { url: endpoint, stop };
  });
  return async () => {
    await Promise.all(lent.map((end) => end()));
    await rm(folder, { recursive: true, force: true });
  };
}

type Startable = { readonly url: string; readonly stop: () => Promise<void> };

/** Answers at `path` with the server that the first client starts; the returned function ends both. */
async function lendServer(path: string, start: () => Promise<Startable>) {
  let starting: Promise<Startable> | undefined;
  const answering = createServer(async (socket) => {
    starting ??= start();
    const answer: LentServer = await starting.then(
      ({ url }) => ({ url }),
      (error: Error) => ({ missing: error.message }),
    );
    socket.end(JSON.stringify(answer));
  });
  answering.listen(path);
  await once(answering, 'listening');
  return async () => {
    answering.close();
    const server = await starting?.catch(() => undefined); // the tests have received the reason
    await server?.stop();
  };
}
