// The expected downloads of the lab's Instagram posts, item by item.
import type { ExpectedDownload } from '../../platform.ts';
import {
  asking,
  buttons,
  joined,
  mp3,
  onlyFile,
  photo,
  refused,
  rows,
  soundAsIs,
  whole,
} from '../expected-downloads.ts';
import { INSTAGRAM_CLIPS as CLIPS, type InstagramClip } from './posts.ts';

const VOICE = CLIPS['sound-reel'];
const withVoice = (name: InstagramClip) => joined(CLIPS[name], VOICE);
const single = (name: InstagramClip) => [...onlyFile(CLIPS[name]), mp3(CLIPS[name])];

/** The downloads of each item by the code of its post. */
export const INSTAGRAM_DOWNLOADS: Readonly<
  Record<string, readonly (readonly ExpectedDownload[])[]>
> = {
  DKreelLab01: [
    [
      // The 720p and 360p files do not say that they have audio; the DASH renditions do.
      ...buttons(
        withVoice('reel-dash-1080'),
        withVoice('reel-dash-720'),
        withVoice('reel-dash-360'),
      ),
      mp3(VOICE),
      soundAsIs(VOICE),
      ...rows(withVoice('reel-dash-vp9'), withVoice('reel-dash-540')),
      asking(
        'instead',
        withVoice('reel-dash-240'),
        whole(CLIPS['reel-101']),
        whole(CLIPS['reel-102']),
        whole(CLIPS['reel-103']),
      ),
    ],
  ],
  DKwideLab01: [single('wide')],
  DKsquareL01: [single('square')],
  DKsilentL01: [
    [
      ...buttons(
        whole(CLIPS['silent-dash-1080']),
        whole(CLIPS.silent),
        whole(CLIPS['silent-dash-480']),
      ),
      refused('mp3', 'choice_unavailable'),
    ],
  ],
  DKcarousel1: [single('carousel-1'), [photo('#00838f', 1080, 1350)], single('carousel-3')],
  DKphotoLab1: [[photo('#37474f', 1080, 1350)]],
};
