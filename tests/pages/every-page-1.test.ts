import { testEveryPage } from '../support/browser/every-page-suite.ts';
import { LANGUAGE_CODES } from '../support/pages/locale-texts.ts';

testEveryPage(LANGUAGE_CODES.slice(0, 4));
