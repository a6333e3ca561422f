// The forms of its links, held against its record.
import { describeLinks } from '../../../../tests/fixtures/links/links.ts';
import { twitterLinks } from '../../../../tests/fixtures/links/twitter.ts';

describeLinks(twitterLinks);
