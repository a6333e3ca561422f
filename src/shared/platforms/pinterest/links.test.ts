// The forms of its links, held against its record.
import { describeLinks } from '../../../../tests/fixtures/links/links.ts';
import { pinterestLinks } from '../../../../tests/fixtures/links/pinterest.ts';

describeLinks(pinterestLinks);
