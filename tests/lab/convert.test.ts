import { testConversions } from '../support/product/convert-suite.ts';

testConversions(['h264-aac.mp4']);
