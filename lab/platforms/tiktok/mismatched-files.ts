// Posts of the lab's TikTok whose files differ from what their pages announce.
import { film, type Post, post } from './posts.ts';

const small = film('h264', 576, 1024, '#00796b', 523);
const large = film('h264', 720, 1280, '#c2410c', 554);

/** All such posts. The lengths in their pages are those of the files that are served. */
export const LIARS: readonly Post[] = [
  liar('7512345678901234511', 'announces sound and has none', [
    { key: 'h264_540p', variant: small, served: film('h264', 576, 1024, '#00796b', null) },
  ]),
  liar('7512345678901234512', 'the larger file announces sound and has none', [
    { key: 'h264_540p', variant: small },
    { key: 'h264_720p', variant: large, served: film('h264', 720, 1280, '#c2410c', null) },
  ]),
  liar('7512345678901234513', 'the address of the larger file serves the smaller', [
    { key: 'h264_540p', variant: small },
    { key: 'h264_720p', variant: large, served: small },
  ]),
  liar('7512345678901234514', 'H.265 under the name of H.264', [
    { key: 'h264_540p', variant: small, served: film('h265', 576, 1024, '#00796b', 523) },
  ]),
  liar('7512345678901234516', 'H.265 under the name of H.264, with H.264 beside it', [
    { key: 'h264_540p', variant: small },
    { key: 'h264_720p', variant: large, served: film('h265', 720, 1280, '#c2410c', 554) },
  ]),
  liar('7512345678901234515', 'six seconds that are called ten', [
    { key: 'h264_540p', variant: small, served: { ...small, seconds: 6 } },
  ]),
];

function liar(id: string, name: string, files: Post['files']): Post {
  return post({
    id,
    name,
    author: 'lab.liars',
    text: 'Nothing but the truth',
    colour: '#00796b',
    files,
  });
}
