// Knows which methods an address takes, so that a wrong one is answered with 405 and the right ones.
import type { FastifyInstance } from 'fastify';

/** Methods that some route takes at this path, in the order of their names. */
export type AllowedMethods = (path: string) => readonly string[];

/** Watches the routes that are registered from now on. */
export function watchMethods(app: FastifyInstance): AllowedMethods {
  const routes: { readonly parts: readonly string[]; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ parts: url.split('/'), methods: [method].flat() });
  });
  return (path) => {
    const parts = path.replace(/(.)\/$/, '$1').split('/');
    const methods = routes
      .filter((route) => fits(route.parts, parts))
      .flatMap((one) => one.methods);
    return [...new Set(methods)].sort();
  };
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  const end = pattern.indexOf('*');
  if (end === -1 && pattern.length !== parts.length) return false;
  if (end !== -1 && parts.length <= end) return false;
  return pattern
    .slice(0, end === -1 ? undefined : end)
    .every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]));
}
