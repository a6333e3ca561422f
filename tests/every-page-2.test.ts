import { testEveryPage } from './every-page-suite.ts';
import { LANGUAGE_CODES } from './locale-texts.ts';

testEveryPage(LANGUAGE_CODES.slice(4));
