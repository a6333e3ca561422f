// The forms of its links, held against its record.

import { facebookLinks } from '../../../../tests/fixtures/links/facebook.ts';
import { describeLinks } from '../../../../tests/fixtures/links/links.ts';

describeLinks(facebookLinks);
