// Every address for operators, found in the router itself, so that no test of all of them forgets a later one.
import type { FastifyInstance } from 'fastify';

/** One address with one of its methods; places in it are `:name`. */
export type OperatorRoute = { readonly method: string; readonly path: string };

/** All below /admin and /api/admin, as the router draws its own tree. */
export function operatorRoutes(app: FastifyInstance): readonly OperatorRoute[] {
  const above: string[] = [];
  const tree = app.printRoutes({ commonPrefix: false });
  return tree
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^(.*?── )(\S*)(?: \((.*)\))?$/.exec(line) ?? [];
      const depth = indent.length / 4;
      above[depth] = part;
      const path = above.slice(1, depth + 1).join('');
      return (methods?.split(', ') ?? []).map((method) => ({ method, path }));
    })
    .filter(({ path }) => /^\/(api\/)?admin(\/|$)/.test(path));
}

/** The address with something in its places. */
export function filled(path: string): string {
  return path.replace(/:\w+/g, 'abc');
}
