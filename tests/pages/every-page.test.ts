// Every page in English and in Arabic: left to right and right to left, each with axe.
import { testEveryPage } from '../support/browser/every-page-suite.ts';

testEveryPage(['en', 'ar']);
