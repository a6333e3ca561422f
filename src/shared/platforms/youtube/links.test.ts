// The forms of its links, held against its record.
import { describeLinks } from '../../../../tests/fixtures/links/links.ts';
import { youtubeLinks } from '../../../../tests/fixtures/links/youtube.ts';

describeLinks(youtubeLinks);
