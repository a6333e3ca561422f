// The expected downloads of the lab's Facebook posts, item by item.
import type { ExpectedDownload } from '../../platform.ts';
import {
  asking,
  buttons,
  joined,
  mp3,
  onlyFile,
  refused,
  rows,
  soundAsIs,
  whole,
} from '../expected-downloads.ts';
import { FACEBOOK_CLIPS as CLIPS, type FacebookClip } from './videos.ts';

const watch = (name: FacebookClip) => joined(CLIPS[name], CLIPS['sound-watch']);
const reel = (name: FacebookClip) => joined(CLIPS[name], CLIPS['sound-reel']);
const single = (name: FacebookClip) => [...onlyFile(CLIPS[name]), mp3(CLIPS[name])];

/** The downloads of each item by the id of its post. */
export const FACEBOOK_DOWNLOADS: Readonly<
  Record<string, readonly (readonly ExpectedDownload[])[]>
> = {
  '1000000000000101': [
    [
      ...buttons(watch('watch-dash-1080'), watch('watch-dash-720'), watch('watch-dash-360')),
      mp3(CLIPS['sound-watch']),
      soundAsIs(CLIPS['sound-watch']),
      ...rows(watch('watch-dash-vp9'), watch('watch-dash-240'), watch('watch-dash-480')),
      asking('instead', whole(CLIPS['watch-hd']), whole(CLIPS['watch-sd'])),
    ],
  ],
  '1000000000000102': [
    [
      // The largest size is AV1 and therefore a row of its own.
      ...buttons(reel('reel-dash-720'), reel('reel-dash-720'), reel('reel-dash-360')),
      mp3(CLIPS['sound-reel']),
      ...rows(reel('reel-av1')),
      asking(
        'instead',
        reel('reel-dash-540'),
        reel('reel-dash-240'),
        whole(CLIPS['reel-hd']),
        whole(CLIPS['reel-sd']),
      ),
    ],
  ],
  '1000000000000103': [
    [
      // The page gives no sizes, but says which file is better.
      ...buttons(whole(CLIPS['old-hd']), whole(CLIPS['old-hd']), whole(CLIPS['old-sd'])),
      mp3(CLIPS['old-sd'], CLIPS['old-hd']),
    ],
  ],
  '1000000000000104': [
    [
      ...buttons(
        whole(CLIPS['silent-dash-720']),
        whole(CLIPS['silent-dash-720']),
        whole(CLIPS['silent-dash-360']),
      ),
      // It is unknown whether the whole file has audio until it was probed.
      refused('mp3', 'no_sound'),
      asking('instead', whole(CLIPS['silent-sd'])),
    ],
  ],
  '1000000000000105': [single('post-1'), single('post-2')],
  '1000000000000106': [single('group')],
};
