// The lab's TikTok: post pages, media and image hosts, and short links.
import type { MediaLibrary } from '../../media/media.ts';
import type { LabAnswer, LabLink, LabPlatform, LabRequest } from '../../platform.ts';
import { mediaFile, page, picture, redirect, refusal, text } from '../answers.ts';
import { tiktokDownloads } from './downloads.ts';
import { LIARS } from './mismatched-files.ts';
import { chainToken, challengePage, dataPage, hasChainToken, isSolved, postPage } from './page.ts';
import { POSTS as HONEST, type Post, REFUSED, type Refused, sizeOf } from './posts.ts';

const POSTS: readonly Post[] = [...HONEST, ...LIARS];
const SHORT_LINKS = new Map([
  ['ZMabcDeFg', '7512345678901234501'],
  ['ZSe4FqkKd', '7512345678901234504'],
  ['ZTRC5xgJp', '7512345678901234502'],
]);
const SUBTITLES = 'WEBVTT\n\n00:00:00.500 --> 00:00:04.000\nAnd turn.\n';

/** The platform's hosts, links and answers. */
export const tiktok: LabPlatform = {
  id: 'tiktok',
  hosts: ['.tiktok.com', 'tiktok.com', '.tiktokcdn.com'],
  links: [
    ...POSTS.map((post): LabLink => {
      const downloads = tiktokDownloads(post);
      const link = { name: post.name, url: addressOf(post), expect: post.expect };
      return downloads === undefined ? link : { ...link, downloads };
    }),
    shortLink('short link on vm.tiktok.com', 'https://vm.tiktok.com/', 'ZMabcDeFg'),
    shortLink('short link on vt.tiktok.com', 'https://vt.tiktok.com/', 'ZSe4FqkKd'),
    shortLink('short link under /t/', 'https://www.tiktok.com/t/', 'ZTRC5xgJp'),
    ...REFUSED.map(
      ({ name, id, code }): LabLink => ({
        name,
        url: `https://www.tiktok.com/@lab.closed/video/${id}`,
        expect: { code },
      }),
    ),
  ],
  answer,
};

function addressOf({ author, photos, id }: Post): string {
  return `https://www.tiktok.com/@${author}/${photos.length === 0 ? 'video' : 'photo'}/${id}`;
}

function shortLink(name: string, before: string, code: string): LabLink {
  const post = POSTS.find(({ id }) => id === SHORT_LINKS.get(code));
  return { name, url: `${before}${code}/`, expect: post?.expect ?? { code: 'internal' } };
}

function answer(
  { url, headers }: LabRequest,
  media: MediaLibrary,
): Promise<LabAnswer | null> | LabAnswer | null {
  const { hostname, pathname } = url;
  const cookies = headers.cookie ?? '';
  if (hostname === 'vm.tiktok.com' || hostname === 'vt.tiktok.com') {
    return answerShort(pathname.split('/')[1]);
  }
  if (hostname === 'p16-sign-va.tiktokcdn.com') return answerPicture(pathname, media);
  if (hostname === 'sf16-ies-music-va.tiktokcdn.com') return answerMusic(pathname, media);
  if (hostname === 'v16-webapp-prime.tiktok.com') {
    const isAllowed =
      hasChainToken(cookies) && headers.referer?.startsWith('https://www.tiktok.com/') === true;
    return isAllowed ? answerMedia(pathname, media) : refusal(403);
  }
  if (hostname !== 'www.tiktok.com') return null;
  if (pathname.startsWith('/t/')) return answerShort(pathname.split('/')[2]);
  if (pathname === '/login') return page('<html><head><title>Log in</title></head></html>');
  const id = /^\/@[\w.-]*\/(?:video|photo)\/(\d+)\/?$/.exec(pathname)?.[1];
  const post = POSTS.find((each) => each.id === id);
  if (post !== undefined) return answerPost(post, cookies, media);
  const refused = REFUSED.find((each) => each.id === id);
  return refused === undefined ? null : answerRefused(refused);
}

function answerShort(code = ''): LabAnswer {
  const post = POSTS.find(({ id }) => id === SHORT_LINKS.get(code));
  return post === undefined ? refusal(404) : redirect(`${addressOf(post)}?_r=1&_t=8abc`, 301);
}

async function answerPost(post: Post, cookies: string, media: MediaLibrary): Promise<LabAnswer> {
  if (post.isChallenged && !isSolved(cookies)) return page(challengePage());
  return page(await postPage(post, media), { headers: pageCookies() });
}

function answerRefused({ id, answer }: Refused): LabAnswer {
  const headers = pageCookies();
  switch (answer.kind) {
    case 'status':
      return refusal(answer.status);
    case 'login':
      return redirect(`https://www.tiktok.com/login?redirect_url=%2F%40_%2Fvideo%2F${id}`);
    case 'page':
      return page(answer.body);
    case 'classified': {
      const itemInfo = { itemStruct: { id, desc: '', isContentClassified: true } };
      return page(dataPage({ statusCode: 0, statusMsg: '', itemInfo }), { headers });
    }
    case 'statusCode': {
      const { statusCode, statusMsg } = answer;
      return page(dataPage({ statusCode, statusMsg }), { headers });
    }
  }
}

function pageCookies() {
  const ends = 'Domain=tiktok.com; Path=/; Secure; HttpOnly';
  return { 'set-cookie': [`tt_chain_token=${chainToken()}; ${ends}`, `ttwid=1%7Clab; ${ends}`] };
}

function answerMedia(path: string, media: MediaLibrary): Promise<LabAnswer> | LabAnswer | null {
  if (/^\/subtitles\/\d+\.vtt$/.test(path)) return text(SUBTITLES, 'text/vtt');
  const asked = /\/o(\d+)\/(\w+)\/(?:media-video-hvc1\/)?$/.exec(path);
  const post = POSTS.find(({ id }) => id === asked?.[1]);
  const file = post?.files.find(({ key }) => key === asked?.[2]);
  return file === undefined ? null : mediaFile(media, file.served ?? file.variant);
}

function answerMusic(path: string, media: MediaLibrary): Promise<LabAnswer> | null {
  const post = POSTS.find(({ id }) => path === `/obj/ies-music/${id}.mp3`);
  const file = post?.files.find(({ key }) => key === 'music');
  return file === undefined ? null : mediaFile(media, file.variant);
}

function answerPicture(path: string, media: MediaLibrary): Promise<LabAnswer> | null {
  const asked = /\/(\d+)-(\d+)~tplv-photomode-image\.jpeg$/.exec(path);
  const post = POSTS.find(({ id }) => id === asked?.[1]);
  if (post === undefined) return null;
  const index = Number(asked?.[2]);
  if (index > 0) {
    const photo = post.photos[index - 1];
    return photo ? mediaFile(media, picture(photo.colour, photo.width, photo.height)) : null;
  }
  const { width, height } = sizeOf(post);
  return mediaFile(media, picture(post.colour, width, height));
}
