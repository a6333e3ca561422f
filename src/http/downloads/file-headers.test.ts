import { describe, expect, it } from 'vitest';
import { fileHeaders, isKnown } from './file-headers.ts';

const etag = '"abc"';

describe('the headers of a file', () => {
  it.each([
    ['mp4', 'video/mp4'],
    ['webm', 'video/webm'],
    ['m4a', 'audio/mp4'],
    ['ogg', 'audio/ogg'],
    ['mp3', 'audio/mpeg'],
    ['jpg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['gif', 'image/gif'],
    ['html', 'application/octet-stream'],
    ['toString', 'application/octet-stream'],
  ])('of .%s say %s', (extension, type) => {
    expect(fileHeaders({ name: 'a', extension, etag })['Content-Type']).toBe(type);
  });

  it('have a stand-in for old clients beside every name of other letters', () => {
    const header = fileHeaders({
      name: '映画 50% (1080p).mp4',
      plainName: 'TikTok 7',
      extension: 'mp4',
      etag,
    })['Content-Disposition'];
    expect(header).toBe(
      `attachment; filename="TikTok 7 (1080p).mp4"; filename*=UTF-8''%E6%98%A0%E7%94%BB%2050%25%20%281080p%29.mp4`,
    );
  });
});

describe('If-None-Match', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", "abc"', true],
    ['*', true],
    ['"ab"', false],
    ['abc', false],
    ['', false],
  ])('%s: %j', (header, known) => {
    expect(isKnown(header, etag)).toBe(known);
  });
});
