// Parts that are short, whole, inside one group of pictures, or across the middle of their sources, where the clock of one starts again.
import { describeParts, SECONDS } from '../../../../tests/fixtures/fetch/part-cases.ts';

describeParts([
  [20.2, 20.7],
  [32.3, 33.7],
  [28.3, 31.7],
  [0, SECONDS],
]);
