// What is loaded with a file, as a pure check over source texts.
import { importsOf } from './arrows.ts';
import type { Tree } from './read-tree.ts';

/** The files and packages that are loaded with `file`, itself included: not types, and not what is imported when it is needed. */
export function loadedWith(tree: Tree, file: string): ReadonlySet<string> {
  const loaded = new Set([file]);
  // The set grows while it is walked.
  for (const one of loaded) {
    const imports = importsOf(one, tree.get(one) ?? '');
    for (const { target, isTypeOnly, isLate } of imports)
      if (!isTypeOnly && !isLate) loaded.add(target);
  }
  return loaded;
}
