import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Product, startProduct } from '../support/product/product.ts';
import { oneOf, seeded } from '../support/product/random-faults.ts';
import { OVER_HTTP, visit } from '../support/product/visitor.ts';

/** `npm run soak` takes more of them, from a seed of its own. */
const { SOAK_ROUNDS, SOAK_SEED } = process.env;
const ROUNDS = Number(SOAK_ROUNDS ?? 15);
const URL_OF_ONE_FILE = 'https://www.threads.com/@lab.painter/post/DLuprightL1';

let product: Product;
let origin: string;
beforeAll(async () => {
  product = await startProduct(OVER_HTTP);
  origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => product.close());

it.each([Number(SOAK_SEED ?? 3)])(
  'seed %i: deleting a file never takes it from a visitor who is about to get it',
  { timeout: 10_000 * Math.max(ROUNDS, 60) },
  async (seed) => {
    const random = seeded(seed);
    const outcomes: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [visit(origin), visit(origin)];
      const first = await one.download({ url: URL_OF_ONE_FILE });
      if (!first.success) throw new Error(first.code);
      const second = other.download({ url: URL_OF_ONE_FILE });
      // Small questions in between, so that the two meet at another moment each time.
      for (let turn = oneOf(random, [0, 1, 2, 3]); turn > 0; turn -= 1) await one.get('/healthz');
      const [, got] = await Promise.all([one.forget(first.job), second]);
      if (!got.success) {
        outcomes.push(got.code);
        continue;
      }
      const response = await other.get(got.downloadUrl);
      await response.arrayBuffer();
      outcomes.push(String(response.status));
      await other.forget(got.job);
    }
    expect(outcomes).toEqual(outcomes.map(() => '200'));
  },
);
