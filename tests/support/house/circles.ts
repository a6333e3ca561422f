// Circles of files that import each other, types included, as a pure check over source texts.
import { importsOf } from './arrows.ts';
import { isTest, type Tree } from './read-tree.ts';

/** Each circle as the sorted paths of its files (Tarjan's strongly connected components). */
export function circlesOf(tree: Tree): string[][] {
  const imports = new Map(
    [...tree]
      .filter(([file]) => !isTest(file))
      .map(([file, text]) => [file, importsOf(file, text).map(({ target }) => target)] as const),
  );
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const number = order.size;
    order.set(file, number);
    lowest.set(file, number);
    stack.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue;
      const reached = order.has(target)
        ? stack.includes(target)
          ? (order.get(target) ?? number)
          : number
        : visit(target);
      lowest.set(file, Math.min(lowest.get(file) ?? number, reached));
    }
    if (lowest.get(file) === number) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return lowest.get(file) ?? number;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}
