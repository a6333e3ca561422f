// Two servers without rate limits of each other on one database, with all that keys need; for tests of what keys open.
import { createMemoryLimiter } from '../../../src/adapters/limiter/memory.ts';
import type { ApiKeyService, MadeKey } from '../../../src/core/operators/keys/api-keys.ts';
import type { TestDatabase } from '../../contracts/databases.ts';
import { freshAddress } from '../product/product.ts';
import { type HttpFixture, startHttpFixture } from './http-fixture.ts';
import { aProgram, makeApiKeys } from './keys-fixture.ts';

/** An answer, with its body as text and, where it is an object, as JSON. */
export type Answered = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: ReturnType<typeof JSON.parse>;
  /** The code of a refusal. */
  readonly code: string | undefined;
};

/** The servers. `ask` asks the first one, from an address of its own unless the headers name one. */
export type KeyServers = {
  readonly database: TestDatabase;
  readonly fixture: HttpFixture;
  readonly other: HttpFixture;
  readonly apiKeys: ApiKeyService;
  readonly ask: (
    method: string,
    where: string,
    headers?: Readonly<Record<string, string>>,
    body?: string,
    server?: HttpFixture,
  ) => Promise<Answered>;
  /** Asks for its downloads with this `Authorization`. */
  readonly withKey: (
    authorization: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answered>;
  readonly program: (change?: Parameters<typeof aProgram>[0]) => Promise<MadeKey>;
  readonly close: () => Promise<void>;
};

/** Starts them. They end with the database. */
export async function startKeyServers(database: TestDatabase): Promise<KeyServers> {
  const start = async () => {
    const made: { apiKeys?: ApiKeyService } = {};
    const fixture = await startHttpFixture({}, ({ clock }) => {
      const limiter = createMemoryLimiter({ clock });
      made.apiKeys = makeApiKeys(database, clock, limiter);
      return { apiKeys: made.apiKeys, limiter };
    });
    return { fixture, apiKeys: made.apiKeys as ApiKeyService };
  };
  const { fixture: other } = await start();
  const { fixture, apiKeys } = await start();
  const ask: KeyServers['ask'] = async (method, where, headers = {}, body, server = fixture) => {
    const response = await fetch(server.origin + where, {
      method,
      headers: {
        'x-forwarded-for': freshAddress(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const json = text.startsWith('{') ? JSON.parse(text) : null;
    return { status: response.status, headers: response.headers, text, json, code: json?.code };
  };
  return {
    database,
    fixture,
    other,
    apiKeys,
    ask,
    withKey: (authorization, headers = {}) =>
      ask('GET', '/api/jobs', { authorization, ...headers }),
    program: (change) => apiKeys.makeForProgram(null, aProgram(change)),
    async close() {
      await fixture.close();
      await other.close();
      await database.end();
    },
  };
}
