// The lab's Streamable: the JSON of a video, and its files.
import type { MediaLibrary } from '../media/media.ts';
import type { LabAnswer, LabPlatform, LabRequest } from '../platform.ts';
import { json, mediaFile, picture, refusal } from '../platforms/answers.ts';
import { buttons, mp3, whole } from '../platforms/expected-downloads.ts';
import { film } from './film.ts';

const ID = 'dnd1';
const BUSY = 'wait7';
const FILES = {
  mp4: film(1280, 720, '#c2185b', 301),
  'mp4-mobile': film(640, 360, '#1e88e5', 351),
};
const isFile = (name: string | undefined): name is keyof typeof FILES =>
  name !== undefined && name in FILES;

/** Its hosts, links and answers. */
export const streamable: LabPlatform = {
  id: 'streamable',
  hosts: ['ajax.streamable.com', 'cdn-cf-east.streamable.com'],
  links: [
    {
      name: 'two files',
      url: `https://streamable.com/e/${ID}`,
      expect: {
        title: 'Goal in the last minute',
        author: 'teabaker',
        items: [
          {
            kind: 'video',
            durationSeconds: 10,
            tracks: [
              { width: 1280, height: 720, delivery: 'file' },
              { width: 640, height: 360, delivery: 'file' },
            ],
          },
        ],
      },
      downloads: [
        [
          ...buttons(whole(FILES.mp4), whole(FILES.mp4), whole(FILES['mp4-mobile'])),
          mp3(FILES.mp4, FILES['mp4-mobile']),
        ],
      ],
    },
    {
      name: 'still processing',
      url: `https://streamable.com/${BUSY}`,
      expect: { code: 'no_video' },
    },
    { name: 'removed', url: 'https://streamable.com/zzzz9', expect: { code: 'not_found' } },
  ],
  answer,
};

function answer({ url }: LabRequest, media: MediaLibrary): Promise<LabAnswer> | LabAnswer | null {
  const [, folder, id, kind] =
    /^\/(videos|video|image)\/(?:(?:mp4|mp4-mobile)\/)?(\w+)(?:\.\w+)?$/.exec(url.pathname) ?? [];
  if (url.hostname === 'ajax.streamable.com') {
    if (folder !== 'videos') return null;
    if (id === BUSY) return json({ status: 1, percent: 40, files: {} });
    return id === ID ? json(video()) : refusal(404);
  }
  if (folder === 'image' && kind === undefined)
    return mediaFile(media, picture('#c2185b', 640, 360));
  const name = url.pathname.split('/')[2];
  return folder === 'video' && isFile(name) ? mediaFile(media, FILES[name]) : null;
}

function video() {
  const files = Object.fromEntries(
    Object.entries(FILES).map(([name, { picture: shown, seconds }]) => [
      name,
      {
        status: 2,
        url: `//cdn-cf-east.streamable.com/video/${name}/${ID}.mp4?Expires=1999999999&Signature=lab`,
        width: shown?.width,
        height: shown?.height,
        framerate: 25,
        bitrate: 90_000,
        duration: seconds,
        input_metadata: { video_codec_name: 'h264', audio_codec_name: 'aac' },
      },
    ]),
  );
  return {
    status: 2,
    percent: 100,
    shortcode: ID,
    title: 'Goal in the last minute',
    reddit_title: null,
    duration: 10,
    date_added: 1_780_300_800.25,
    plays: 1204,
    owner: { user_name: 'teabaker' },
    thumbnail_url: `//cdn-cf-east.streamable.com/image/${ID}.jpg`,
    files,
  };
}
