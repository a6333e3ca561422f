import { expect, it } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import { failureEntry, reasonOf, withoutWords } from './reason.ts';

it('logs where the engine stumbled and nothing of what it stumbled over', () => {
  const message = `engine_crashed: exit 1 Traceback (most recent call last):
  File "/srv/keepreel/engine/job.py", line 39, in become_worker
    _serve(engine, channel, 'My holiday')
  File "/srv/yt_dlp/extractor/youtube.py", line 7, in look
    raise KeyError('https://youtu.be/canaryvideo My holiday')
KeyError: 'https://youtu.be/canaryvideo My holiday'`;
  expect(withoutWords(message)).toBe(
    'engine_crashed: exit 1 · job.py line 39 · youtube.py line 7 · KeyError',
  );
});

it('logs little unless the message of the engine is known to be harmless', () => {
  expect(withoutWords('engine_crashed: output My holiday https://youtu.be/canaryvideo')).toBe(
    'engine_crashed: output',
  );
});

it.each([
  ['its sound is opus instead of aac', 'its sound is opus instead of aac'],
  ['picture 2 of 3: bad_media: it is 9000 × 9000', 'picture 2 of 3: it is 9000 × 9000'],
  [
    'ffmpeg ended (unreadable, 183): [mov @ 0x1] moov atom not found\nMy holiday.mp4: Invalid data found when processing input',
    'ffmpeg ended (unreadable, 183): moov atom not found: Invalid data found when processing input',
  ],
  ['DownloadError: [youtube] canaryvideo: My holiday: private: My holiday', 'DownloadError'],
  ['My “holiday” https://youtu.be/canaryvideo', undefined],
  ['', undefined],
])('says of %j what is in its own words', (detail, reason) => {
  expect(reasonOf(new AppError('bad_media', { detail }))).toBe(reason);
});

it.each([
  'it lasts 588 s where 600 s were announced',
  'picture and sound end 1.96 s apart',
  'its picture is 720 × 1280 instead of 1080 × 1920',
  'it has 1000 pictures a second',
  '78021 bytes instead of 130036',
])('the finding of a check stands beside code and reference: %s', (detail) => {
  const cause = new AppError('bad_media', { detail });
  for (const error of [cause, new AppError('bad_media', { cause, detail: cause.message })])
    expect(failureEntry('download', error)).toMatchObject({ code: 'bad_media', detail });
});

it('says whose fault a file is, and what was wrong with it, under the reference of the answer', () => {
  const cause = new AppError('bad_media', { detail: 'no sound' });
  const error = new AppError('damaged_file', { cause, detail: cause.message });
  expect(failureEntry('download', error)).toEqual({
    code: 'damaged_file',
    ref: expect.stringMatching(/^[0-9a-f]{12}$/),
    detail: 'no sound',
  });
});
