// The forms of its links, held against its record.

import { instagramLinks } from '../../../../tests/fixtures/links/instagram.ts';
import { describeLinks } from '../../../../tests/fixtures/links/links.ts';

describeLinks(instagramLinks);
