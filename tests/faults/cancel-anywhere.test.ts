import { testCancelling } from '../support/product/cancel-suite.ts';

testCancelling(4032, 10);
