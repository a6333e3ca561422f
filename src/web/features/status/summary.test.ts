import { expect, it } from 'vitest';
import type { StatusAnswer } from '../../../shared/api/site.ts';
import type { Words } from '../../words/words.tsx';
import type { PlatformStatus } from './platform-status.ts';
import { summaryOf } from './summary.ts';

const words = {
  language: 'en',
  code: 'en',
  t: (key: string, values?: object) => `${key} ${Object.values(values ?? {})}`.trim(),
} as unknown as Words;
const summary = (...states: readonly PlatformStatus['state'][]) => {
  const ids = ['youtube', 'tiktok', 'threads'] as const;
  const platforms = states.map((state, index) => ({ platform: ids[index], state }));
  return summaryOf({ platforms } as unknown as StatusAnswer, words);
};

it.each([
  [['unknown', 'unknown'], 'status.nothingKnown'],
  [['good', 'good', 'off'], 'status.allGood'],
  [['good', 'unknown', 'unknown'], 'status.someGood YouTube'],
  [['good', 'unknown', 'good'], 'status.someGood YouTube and Threads'],
  [['good', 'down', 'unknown'], 'status.someBad TikTok'],
] as const)('of %j is %s', (states, text) => {
  expect(summary(...states)).toBe(text);
});
