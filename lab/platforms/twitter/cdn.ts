// The media hosts of the lab's X: MP4 files and HLS ladders on video.twimg.com, images on pbs.twimg.com.
import type { MediaLibrary } from '../../media/media.ts';
import type { LabAnswer } from '../../platform.ts';
import { mediaFile, picture, presentationPart, text } from '../answers.ts';
import { type Attachment, attachmentOf, HLS_SECONDS } from './videos.ts';

const PLAYLIST = 'application/vnd.apple.mpegurl';
const SUBTITLES = `WEBVTT

00:00:00.500 --> 00:00:04.000
Ignition.

00:00:05.000 --> 00:00:09.000
And it is over.
`;

/** An MP4, a GIF's MP4, or a file of an HLS ladder. */
export function answerVideo(
  { pathname }: URL,
  media: MediaLibrary,
): Promise<LabAnswer | null> | null {
  const gif = /^\/tweet_video\/G(\d+)\.mp4$/.exec(pathname);
  if (gif !== null) return answerFile(attachmentOf(gif[1] ?? ''), null, media);
  const asked = /^\/ext_tw_video\/(\d+)\/pu\/(?:vid\/avc1\/(\d+x\d+)\/\w+\.mp4|pl\/(.+))$/.exec(
    pathname,
  );
  const attachment = attachmentOf(asked?.[1] ?? '');
  if (asked?.[2] !== undefined) return answerFile(attachment, asked[2], media);
  return attachment === undefined ? null : answerLadder(attachment, asked?.[3] ?? '', media);
}

/** The image of an attachment in any requested size. */
export function answerPicture({ pathname }: URL, media: MediaLibrary): Promise<LabAnswer> | null {
  const id =
    /^\/(?:ext_tw_video_thumb\/(\d+)\/pu\/img\/\w+|(?:media|tweet_video_thumb)\/G(\d+))\.jpg$/
      .exec(pathname)
      ?.slice(1)
      .find((each) => each !== undefined);
  const attachment = attachmentOf(id ?? '');
  if (attachment === undefined) return null;
  return mediaFile(media, picture(attachment.colour, attachment.width, attachment.height));
}

async function answerFile(
  attachment: Attachment | undefined,
  size: string | null,
  media: MediaLibrary,
): Promise<LabAnswer | null> {
  const file = attachment?.files.find(
    (each) => size === null || `${each.picture?.width}x${each.picture?.height}` === size,
  );
  return file === undefined ? null : mediaFile(media, file);
}

async function answerLadder(
  { ladder, voice, runs, hasSubtitles }: Attachment,
  name: string,
  media: MediaLibrary,
): Promise<LabAnswer | null> {
  if (ladder === null) return null;
  if (hasSubtitles && name === 'subtitles.m3u8') return text(subtitleList(), PLAYLIST);
  if (hasSubtitles && name === 'subtitles.vtt') return text(SUBTITLES, 'text/vtt');
  const presentation = await media.hls({
    renditions: ladder,
    segmentSeconds: HLS_SECONDS,
    ...(voice === null ? {} : { sounds: [{ variant: voice, language: 'en', name: 'Audio' }] }),
    kind: 'fmp4',
  });
  if (name !== 'nO2pQ4rS6tU8vW0x.m3u8') return presentationPart(presentation, name, runs);
  const { manifest } = presentation;
  return text(hasSubtitles ? withSubtitles(manifest) : manifest, PLAYLIST);
}

function withSubtitles(manifest: string): string {
  const group = '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",LANGUAGE="en",';
  return manifest
    .replace('#EXTM3U\n', `#EXTM3U\n${group}DEFAULT=NO,FORCED=NO,URI="subtitles.m3u8"\n`)
    .replaceAll('#EXT-X-STREAM-INF:', '#EXT-X-STREAM-INF:SUBTITLES="subs",');
}

function subtitleList(): string {
  const head = '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXT-X-PLAYLIST-TYPE:VOD\n';
  return `${head}#EXTINF:10.000,\nsubtitles.vtt\n#EXT-X-ENDLIST\n`;
}
