// The pages of the lab's TikTok: a post's data, the proof of work before it, and the cookie that its media require.
import { createHash, randomBytes } from 'node:crypto';
import type { MediaLibrary } from '../../media/media.ts';
import { inScript } from '../answers.ts';
import { type Post, type PostFile, sizeOf } from './posts.ts';

const MEDIA_HOST = 'https://v16-webapp-prime.tiktok.com';
const SILENT = '_silent';
const LARGEST_NUMBER = 4096;

/** The page of a post. */
export async function postPage(post: Post, media: MediaLibrary): Promise<string> {
  const itemStruct = {
    id: post.id,
    desc: post.text,
    createTime: '1780300800',
    author: {
      id: '6700000000000000001',
      uniqueId: post.author,
      nickname: 'Platform Lab',
      secUid: 'MS4wLjABAAAAlab',
    },
    music: musicOf(post),
    stats: { playCount: 1204, diggCount: 31, shareCount: 3, commentCount: 2, collectCount: 5 },
    video: await videoOf(post, media),
    ...(post.photos.length === 0 ? {} : { imagePost: imagePostOf(post) }),
  };
  return dataPage({ statusCode: 0, statusMsg: '', itemInfo: { itemStruct } });
}

/** A page around `webapp.video-detail`. */
export function dataPage(detail: unknown): string {
  const scope = { 'webapp.app-context': { region: 'US' }, 'webapp.video-detail': detail };
  return `<!DOCTYPE html><html lang="en"><head><title>TikTok</title></head><body><div id="app"></div>
<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${inScript({ __DEFAULT_SCOPE__: scope })}</script></body></html>`;
}

/** The interstitial page whose script searches for a number; the solution goes into a cookie. */
export function challengePage(): string {
  const salt = randomBytes(12);
  const challenge = {
    v: { a: salt.toString('base64'), c: digestOf(salt, numberFor(salt)), b: 'sha256' },
    s: randomBytes(8).toString('base64'),
  };
  const words = Buffer.from(JSON.stringify(challenge)).toString('base64').replace(/=+$/, '');
  return `<!DOCTYPE html><html><head><title></title></head><body>Please wait...
<p id="cs" class="${words}"></p><p id="wci" class="_wafchallengeid"></p><p id="rci" class="waforiginalreid"></p><p id="rs" class="lab"></p>
</body></html>`;
}

/** Whether the cookies contain the solution of one of the lab's puzzles. */
export function isSolved(cookies: string): boolean {
  const value = cookieOf(cookies, '_wafchallengeid');
  if (value === undefined) return false;
  const solved = JSON.parse(Buffer.from(value, 'base64').toString()) as {
    v: { a: string; c: string };
    d: string;
  };
  const salt = Buffer.from(solved.v.a, 'base64');
  const number = Number(Buffer.from(solved.d, 'base64').toString());
  return number === numberFor(salt) && solved.v.c === digestOf(salt, number);
}

/** A new cookie for a page view; any such cookie opens the media, and the lab keeps no state. */
export function chainToken(): string {
  const start = randomBytes(8);
  return Buffer.concat([start, sealOf(start)]).toString('base64');
}

/** Whether the cookies contain a `tt_chain_token` of the lab. */
export function hasChainToken(cookies: string): boolean {
  const token = Buffer.from(cookieOf(cookies, 'tt_chain_token') ?? '', 'base64');
  return token.length === 16 && sealOf(token.subarray(0, 8)).equals(token.subarray(8));
}

/** The address of a post's file. A path that ends in `/media-video-hvc1/` means that there is no audio in it. */
export function fileAddress(post: Post, { key }: PostFile): string {
  if (key === 'music') {
    return `https://sf16-ies-music-va.tiktokcdn.com/obj/ies-music/${post.id}.mp3?mime_type=audio_mpeg`;
  }
  const end = key.endsWith(SILENT) ? 'media-video-hvc1/' : '';
  return `${MEDIA_HOST}/video/tos/useast5/tos-useast5-ve-0068c001/o${post.id}/${key}/${end}?a=1988&mime_type=video_mp4&tk=tt_chain_token`;
}

/** The address of an image; 0 is the cover, the images of a photo post count from 1. */
export function pictureAddress(post: Post, index: number): string {
  return `https://p16-sign-va.tiktokcdn.com/tos-maliva-p-0068/${post.id}-${index}~tplv-photomode-image.jpeg?x-expires=1900000000`;
}

async function videoOf(post: Post, media: MediaLibrary) {
  const { width, height } = sizeOf(post);
  if (post.photos.length > 0) {
    const cover = pictureAddress(post, 1);
    return { id: '', duration: 0, ratio: '', cover, originCover: cover, playAddr: '' };
  }
  const ladder = post.files.filter(({ key }) => /_\d+p/.test(key));
  const bitrateInfo = await Promise.all(ladder.map((file) => bitrateEntry(post, file, media)));
  const address = (key: string) => {
    const file = post.files.find((each) => each.key === key);
    return file === undefined ? '' : fileAddress(post, file);
  };
  const subtitleInfos = [
    {
      Url: `${MEDIA_HOST}/subtitles/${post.id}.vtt`,
      LanguageCodeName: 'eng-US',
      Format: 'webvtt',
      Source: 'ASR',
    },
  ];
  return {
    id: post.id,
    width,
    height,
    duration: 10,
    ratio: `${Math.min(width, height)}p`,
    cover: pictureAddress(post, 0),
    originCover: pictureAddress(post, 0),
    playAddr: address('play'),
    downloadAddr: address('download'),
    bitrateInfo,
    subtitleInfos: post.hasSubtitles ? subtitleInfos : [],
  };
}

/** Length and bit rate of the true file. */
async function bitrateEntry(post: Post, file: PostFile, media: MediaLibrary) {
  const { bytes } = await media.file(file.served ?? file.variant);
  const bitrate = Math.round((bytes * 8) / file.variant.seconds);
  const name = file.key.replace(SILENT, '');
  return {
    Bitrate: bitrate,
    CodecType: name.split('_')[0],
    GearName: `adapt_${name}`,
    PlayAddr: {
      DataSize: String(bytes),
      UrlKey: `v12044gd0000lab${post.id.slice(-3)}_${name}_${bitrate}`,
      // The second address requires a signed-in app; clients leave it out.
      UrlList: [
        fileAddress(post, file),
        `https://www.tiktok.com/aweme/v1/play/?item_id=${post.id}`,
      ],
    },
  };
}

function musicOf(post: Post) {
  const file = post.files.find(({ key }) => key === 'music');
  return {
    id: '6800000000000000001',
    title: 'original sound',
    authorName: 'Platform Lab',
    duration: 10,
    original: true,
    playUrl: file === undefined ? '' : fileAddress(post, file),
  };
}

function imagePostOf(post: Post) {
  const images = post.photos.map(({ width, height }, index) => ({
    imageWidth: width,
    imageHeight: height,
    imageURL: { urlList: [pictureAddress(post, index + 1)] },
  }));
  return { images, cover: images[0], shareCover: images[0], title: post.text };
}

function cookieOf(cookies: string, name: string): string | undefined {
  const found = cookies.split('; ').find((each) => each.startsWith(`${name}=`));
  return found?.slice(name.length + 1).replaceAll('"', '');
}

function digestOf(salt: Buffer, number: number): string {
  return createHash('sha256').update(salt).update(String(number)).digest('base64');
}

function numberFor(salt: Buffer): number {
  return (
    createHash('sha256').update('number').update(salt).digest().readUInt16BE(0) % LARGEST_NUMBER
  );
}

function sealOf(start: Buffer): Buffer {
  return createHash('sha256').update('seal').update(start).digest().subarray(0, 8);
}
