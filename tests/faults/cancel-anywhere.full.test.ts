import { testCancelling } from '../support/product/cancel-suite.ts';

testCancelling(4031, 40);
