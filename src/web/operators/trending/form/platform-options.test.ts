import { expect, it } from 'vitest';
import { PLATFORM_OPTIONS } from './platform-options.ts';

it('offers the six platforms of the specification, Pinterest and Threads, by id and name', () => {
  expect(PLATFORM_OPTIONS.map(({ value, label }) => [value, label])).toEqual([
    ['youtube', 'YouTube'],
    ['tiktok', 'TikTok'],
    ['instagram', 'Instagram'],
    ['facebook', 'Facebook'],
    ['twitter', 'Twitter / X'],
    ['snapchat', 'Snapchat'],
    ['pinterest', 'Pinterest'],
    ['threads', 'Threads'],
  ]);
});
