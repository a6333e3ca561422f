import { testDownloads } from '../support/product/downloads-suite.ts';

testDownloads();
