import { testTrims } from '../support/product/trim-suite.ts';

testTrims(['counted.mp4']);
