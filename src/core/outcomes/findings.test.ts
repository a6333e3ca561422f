import { expect, it } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import { createFindings } from './findings.ts';

it.each([
  ['length', 'it lasts 588 s where 600 s were announced'],
  ['length', 'it has no duration'],
  ['length', 'it has 12.4 s of sound where it says 30 s'],
  ['length', 'it lasts 98 s where its source lasts 100 s'],
  ['apart', 'picture and sound end 1.96 s apart'],
  ['apart', 'its picture ends 7.00 s after its sound instead of 6.40 s'],
  ['streams', 'it has 2 pictures instead of one'],
  ['streams', 'there is no sound in it'],
  ['codec', 'its picture is h265 instead of h264'],
  ['size', 'its picture is 720 × 1280 instead of 1080 × 1920'],
  ['size', 'it has 1000 pictures a second'],
  ['decoding', 'it does not decode (exit 1): Error while decoding stream of My holiday'],
  ['decoding', '3 packets of the stream are torn'],
  ['incomplete', '100 bytes instead of 200'],
  ['incomplete', 'there are 70000 zeros in a row in it'],
  ['changed', 'the file changed on the way'],
  ['foreign', 'text instead of media'],
  ['other', 'My holiday'],
  ['other', ''],
] as const)('counts as %s: %s', (kind, detail) => {
  const findings = createFindings();
  const cause = new AppError('bad_media', { detail });
  findings.note(cause);
  findings.note(new AppError('damaged_file', { cause, detail: cause.message }));
  expect(findings.list()).toEqual([{ kind, count: 2 }]);
});

it('counts nothing of downloads that failed for another reason', () => {
  const findings = createFindings();
  findings.note(new AppError('timeout', { detail: 'it lasts long' }));
  findings.note(new AppError('cancelled'));
  expect(findings.list()).toEqual([]);
});
