// The forms of its links, held against its record.
import { describeLinks } from '../../../../tests/fixtures/links/links.ts';
import { snapchatLinks } from '../../../../tests/fixtures/links/snapchat.ts';

describeLinks(snapchatLinks);
