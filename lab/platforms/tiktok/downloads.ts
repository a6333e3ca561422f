// The expected downloads of the lab's TikTok posts: the clean H.264 file, and the video's own audio.
import type { Variant } from '../../media/media.ts';
import type { ExpectedDownload } from '../../platform.ts';
import { asking, mp3, onlyFile, photo, rows, soundAsIs, whole } from '../expected-downloads.ts';
import type { Post } from './posts.ts';

const DECLARED: Readonly<Record<string, (file: (key: string) => Variant) => ExpectedDownload[]>> = {
  '7512345678901234501': (file) => {
    const best = whole(file('h264_720p'));
    return [
      asking('high', best),
      asking('medium', best),
      // Nothing is as small as 360p. Two clean files are the smallest; the page does not say which is better.
      asking('low', whole(file('h264_540p')), whole(file('play'))),
      // Neither the song beside it nor the watermarked file: the audio of the video.
      mp3(file('h264_540p'), file('play'), file('h264_720p'), file('bytevc1_720p')),
      ...rows(whole(file('bytevc1_1080p')), whole(file('bytevc1_720p'))),
    ];
  },
  '7512345678901234502': (file) => [
    ...onlyFile(file('h264_540p')),
    mp3(file('h264_540p')),
    soundAsIs(file('h264_540p')),
    // Its video plays nowhere; the audio is the same.
    asking('instead', { sound: file('bytevc2_720p') }),
  ],
  '7512345678901234503': (file) => [
    ...onlyFile(file('h264_540p')),
    mp3(file('h264_540p')),
    // The large file is silent. The post's own audio may be joined to it, but not a song.
    asking(
      'row',
      { picture: file('bytevc1_1080p_silent') },
      { picture: file('bytevc1_1080p_silent'), sound: file('h264_540p') },
    ),
  ],
  '7512345678901234504': (file) => [...onlyFile(file('h264_720p')), mp3(file('h264_720p'))],
  '7512345678901234505': (file) => [...onlyFile(file('h264_540p')), mp3(file('h264_540p'))],
  '7512345678901234506': (file) => [mp3(file('music')), soundAsIs(file('music'))],
};

/**
 * The downloads of a post's items: of its pictures and its sound, or of its only item. Throws for a file that the post does not
 * have.
 */
export function tiktokDownloads({
  id,
  files,
  photos,
}: Post): readonly (readonly ExpectedDownload[])[] | undefined {
  const pictures = photos.map(({ colour, width, height }) => [photo(colour, width, height)]);
  const media = DECLARED[id]?.((key) => {
    const file = files.find((each) => each.key === key);
    if (file === undefined) throw new TypeError(`The post ${id} has no file ${key}.`);
    return file.variant;
  });
  if (media) return [...pictures, media];
  return pictures.length > 0 ? pictures : undefined;
}
