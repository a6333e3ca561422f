import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { watchMethods } from './allowed-methods.ts';

it.each<[string, readonly string[]]>([
  ['/jobs', ['GET', 'HEAD']],
  ['/jobs/', ['GET', 'HEAD']],
  ['/jobs/7', ['DELETE', 'GET', 'HEAD']],
  ['/jobs/', ['GET', 'HEAD']],
  ['/jobs//share', []],
  ['/jobs/7/share', ['POST']],
  ['/jobs/7/share/x', []],
  ['/files/t/a/b', ['GET', 'HEAD']],
  ['/files/t', []],
  ['/none', []],
])('%s takes %j', async (path, methods) => {
  const app = Fastify();
  const allowed = watchMethods(app);
  const answer = async () => '';
  app.get('/jobs', answer);
  app.get('/jobs/:id', answer);
  app.delete('/jobs/:id', answer);
  app.post('/jobs/:id/share', answer);
  app.route({ method: ['GET', 'HEAD'], url: '/files/:token/*', handler: answer });
  await app.ready();
  expect(allowed(path)).toEqual(methods);
  await app.close();
});
