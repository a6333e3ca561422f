import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HttpFixture, startHttpFixture } from '../support/http/http-fixture.ts';
import { filled, operatorRoutes } from '../support/operators/operator-routes.ts';

let fixture: HttpFixture;
beforeAll(async () => {
  fixture = await startHttpFixture();
});
afterAll(() => fixture.close());

/** Asks without a cookie and announces a body of which not one byte is ever sent. */
function ask(method: string, path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const isReading = method === 'GET' || method === 'HEAD';
  const asking = request(fixture.origin + filled(path), {
    method,
    headers: {
      accept: 'application/json',
      ...(isReading
        ? {}
        : { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '5000000' }),
    },
  });
  asking.on('error', reject);
  asking.on('response', ({ statusCode, headers }) => {
    asking.off('error', reject).on('error', () => undefined);
    asking.destroy();
    // A built page is the same for every visitor; this fixture has no service behind it that could reveal anything.
    const isPage = statusCode === 200 && headers['content-type']?.startsWith('text/html');
    resolve(isPage && isReading ? 'page' : `${statusCode} ${headers['cache-control']}`);
  });
  asking.flushHeaders();
  return promise;
}

it('every route for operators answers 401 without a session, before a body is read', async () => {
  const routes = operatorRoutes(fixture.app);
  const paths = new Set(routes.map(({ path }) => path));
  for (const known of [
    '/admin/trending/:id/restore',
    '/api/admin/audit',
    '/admin/logout-everywhere',
  ])
    expect(paths).toContain(known);
  const answers = await Promise.all(
    routes
      // For those who are not signed in yet, or any more.
      .filter(({ path }) => path !== '/api/admin/login' && path !== '/admin/logout')
      .map(async ({ method, path }) => [`${method} ${path}`, await ask(method, path)]),
  );
  expect(answers.filter(([, answer]) => answer !== '401 no-store' && answer !== 'page')).toEqual([
    ['GET /admin/auth-status', '200 no-store'],
    ['HEAD /admin/auth-status', '200 no-store'],
  ]);
});

it('signing out and reading the session are open to every client', async () => {
  const out = await fetch(`${fixture.origin}/admin/logout`, { method: 'POST' });
  expect(out.status).toBe(204);
  const looked = await fetch(`${fixture.origin}/admin/auth-status`);
  expect(await looked.json()).toEqual({ loggedIn: false });
});
