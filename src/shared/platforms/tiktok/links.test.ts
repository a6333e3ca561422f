// The forms of its links, held against its record.
import { describeLinks } from '../../../../tests/fixtures/links/links.ts';
import { tiktokLinks } from '../../../../tests/fixtures/links/tiktok.ts';

describeLinks(tiktokLinks);
