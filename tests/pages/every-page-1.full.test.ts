// Every page in three of the languages that the first tier leaves out.
import { testEveryPage } from '../support/browser/every-page-suite.ts';
import { LANGUAGE_CODES } from '../support/pages/locale-texts.ts';

const others = LANGUAGE_CODES.filter((code) => code !== 'en' && code !== 'ar');
testEveryPage(others.slice(0, 3));
