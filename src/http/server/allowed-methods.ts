// Finds the methods that a path supports, for 405 responses and their `Allow` header.
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Returns the methods of all routes that match a path, sorted by name. */
export type AllowedMethods = (path: string) => readonly string[];

/** Records the routes that are registered from now on, or those of them that `counts` accepts. */
export function watchMethods(
  app: FastifyInstance,
  counts: (route: RouteOptions) => boolean = () => true,
): AllowedMethods {
  const routes: { readonly parts: readonly string[]; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', (route) => {
    if (counts(route)) routes.push({ parts: route.url.split('/'), methods: [route.method].flat() });
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
