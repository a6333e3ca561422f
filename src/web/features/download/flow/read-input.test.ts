import { describe, expect, it } from 'vitest';
import { type InputReading, readInput } from './read-input.ts';

const invalid = (suggestion: string | null): InputReading => ({ kind: 'invalid', suggestion });
const address = (
  text: string,
  platform: 'youtube' | 'tiktok' | 'twitter' | null,
  isKnown: boolean,
  linkCount = 1,
): InputReading => ({ kind: 'address', address: text, platform, isKnown, linkCount });

const watch = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

describe('the link box', () => {
  it.each<[string, string, InputReading]>([
    ['nothing', '', { kind: 'empty' }],
    ['white space', ' \n\t ', { kind: 'empty' }],
    ['control characters only', '\u0000\u0007', { kind: 'empty' }],
    ['words', 'not a link', invalid(null)],
    ['another scheme', 'ftp://www.youtube.com/watch?v=dQw4w9WgXcQ', invalid(null)],
    ['a script', 'javascript:alert(1)', invalid(null)],
    ['a link without its scheme', 'youtu.be/dQw4w9WgXcQ', invalid('https://youtu.be/dQw4w9WgXcQ')],
    ['a scheme and nothing else', 'https://', invalid(null)],
    ['a link that is too long', `https://x.com/${'a'.repeat(2100)}`, invalid(null)],
    ['a link', watch, address(watch, 'youtube', true)],
    [
      'http',
      'http://youtu.be/dQw4w9WgXcQ',
      address('https://youtu.be/dQw4w9WgXcQ', 'youtube', true),
    ],
    [
      'HTTP',
      'HTTP://youtu.be/dQw4w9WgXcQ',
      address('https://youtu.be/dQw4w9WgXcQ', 'youtube', true),
    ],
    ['white space around', `  ${watch}\n`, address(watch, 'youtube', true)],
    [
      'control characters within',
      `https://www.you\u0000tube.com/watch?v=dQw4w9WgXcQ`,
      address(watch, 'youtube', true),
    ],
    ['ampersands, unescaped', `${watch}&t=30`, address(`${watch}&t=30`, 'youtube', true)],
    ['words around', `Look: ${watch}! #wow`, address(watch, 'youtube', true)],
    [
      'a short link',
      'https://vm.tiktok.com/ZMabc123/',
      address('https://vm.tiktok.com/ZMabc123/', 'tiktok', true),
    ],
    [
      'three links',
      `${watch}\nhttps://a.example/\nhttps://b.example/`,
      address(watch, 'youtube', true, 3),
    ],
    [
      'a page of a known platform',
      'https://www.youtube.com/@somebody',
      address('https://www.youtube.com/@somebody', 'youtube', false),
    ],
    ['another site', 'https://example.com/x', address('https://example.com/x', null, false)],
  ])('reads %s', (_name, text, reading) => {
    expect(readInput(text)).toEqual(reading);
  });
});
