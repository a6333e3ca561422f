import { describe, expect, it } from 'vitest';
import { readListLink } from './lists.ts';

const ID = 'dQw4w9WgXcQ';
const PL = 'PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI';
const address = (id: string) => `https://www.youtube.com/playlist?list=${id}`;

describe('the list that a link names', () => {
  it.each<readonly [string, string]>([
    [`https://www.youtube.com/playlist?list=${PL}`, PL],
    [`https://m.youtube.com/playlist?list=${PL}&si=AbCd`, PL],
    [`https://music.youtube.com/playlist?list=${PL}`, PL],
    [`https://music.youtube.com/browse/VL${PL}`, PL],
    [`https://www.youtube.com/embed/videoseries?list=${PL}`, PL],
    [`https://www.youtube.com/watch?list=${PL}`, PL],
    [`https://www.youtube.com/watch?v=${ID}&list=${PL}&index=4`, PL],
    [`  http://youtube.com/watch?v=${ID}&amp;list=${PL}  `, PL],
    [`https://youtu.be/${ID}?list=${PL}`, PL],
    ...['OLAK5uy_mSYTX2u3cTPhQyAcgWGRiLOGGkZHlNIfA', 'RDCLAK5uy_kmPRjHDECIcuVwnKsx2Ng7fyNgFKWNJFs']
      .concat('ECDDD9D6AB0E5F6BC1', 'FLK8sQmJBp8GCxrOtXWBpyEA', 'TLGGrESM50VT6acwMjAyMjAxNw')
      .map((id) => [address(id), id] as const),
  ])('%s', (url, id) => {
    expect(readListLink(url)).toEqual({ platform: 'youtube', id, address: address(id) });
  });

  it.each([
    ['one that only its owner sees', address('WL')],
    ['one that only its owner sees', address('LL')],
    ['liked music', address('LM')],
    ['a mix', `https://www.youtube.com/watch?v=${ID}&list=RD${ID}`],
    ['the uploads of a channel', address('UUBR8-60-B28hp2BmDPdntcQ')],
    ['a channel', 'https://www.youtube.com/@YouTube'],
    ['a channel with a list', `https://www.youtube.com/@YouTube/playlists?list=${PL}`],
    ['a search', `https://www.youtube.com/results?search_query=x&list=${PL}`],
    ['a video alone', `https://www.youtube.com/watch?v=${ID}`],
    ['an id with other characters', `${address(PL)}%2F..%2F`],
    ['an id with a line feed', `${address(PL)}%0A`],
    ['an endless id', address(`PL${'a'.repeat(100)}`)],
    ['no id', 'https://www.youtube.com/playlist'],
    ['another site', `https://example.com/playlist?list=${PL}`],
    ['another platform', `https://www.tiktok.com/@a/video/7512345678901234501?list=${PL}`],
    ['user and password', `https://a:b@www.youtube.com/playlist?list=${PL}`],
    ['no link', 'a list of videos'],
    ['nothing', ''],
  ])('is none for %s', (_name, url) => {
    expect(readListLink(url)).toBeNull();
  });
});
