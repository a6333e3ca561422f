import { expect, it } from 'vitest';
import { withoutWords } from './answer-errors.ts';

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
