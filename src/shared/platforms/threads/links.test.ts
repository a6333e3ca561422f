// The forms of its links, held against its record.
import { describeLinks } from '../../../../tests/fixtures/links/links.ts';
import { threadsLinks } from '../../../../tests/fixtures/links/threads.ts';

describeLinks(threadsLinks);
