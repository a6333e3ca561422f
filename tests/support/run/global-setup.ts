// Runs once before and after all tests: lends them one PostgreSQL, which starts when the first test asks for it.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface ProvidedContext {
    /**
     * The socket file that answers every client with the shared PostgreSQL, as JSON {@link PostgresAnswer};
     * `off` when its tests are to be left out.
     */
    postgres: string;
  }
}

/** The address of the shared PostgreSQL, or why there is none. */
export type PostgresAnswer = { readonly url: string } | { readonly missing: string };

/** Makes the socket file; gives back what ends PostgreSQL, if it was started, and removes the file. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env['KEEPREEL_TEST_POSTGRES'] === 'off') {
    project.provide('postgres', 'off');
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'keepreel-tests-'));
  let starting: Promise<PostgresServer> | undefined;
  const answering = createServer(async (socket) => {
    starting ??= startPostgres();
    const answer: PostgresAnswer = await starting.then(
      ({ url }) => ({ url }),
      (error: Error) => ({ missing: error.message }),
    );
    socket.end(JSON.stringify(answer));
  });
  const path = join(folder, 'postgres');
  answering.listen(path);
  await once(answering, 'listening');
  project.provide('postgres', path);
  return async () => {
    answering.close();
    const server = await starting?.catch(() => undefined); // the tests have received the reason
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
