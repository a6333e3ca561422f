import { expect, it } from 'vitest';
import later from '../../../../content/locales/en/later.json' with { type: 'json' };
import { fieldsIn, nameIn } from './entry-text.ts';

const known: Readonly<Record<string, string>> = later['audit-log'];
const speak = { t: (key: string) => known[key.replace('audit-log.', '')] ?? '', language: 'en' };
const linesOf = (action: string, details: Parameters<typeof nameIn>[0]['details']) =>
  fieldsIn({ action, details }, speak).map(({ label, text }) => `${label}: ${text}`);

it.each([
  ['trending_added', { title: 'A walk', film: 'ab.mp4' }, 'A walk', ['Video file: changed']],
  [
    'trending_changed',
    { video: 'A walk', title: 'A long walk', description: true, featured: false, position: null },
    'A walk',
    ['Title: A long walk', 'Description: changed', 'Featured: no', 'Position: –'],
  ],
  ['trending_deleted', { video: 'A walk' }, 'A walk', []],
  ['key_made', { name: 'Archive' }, 'Archive', []],
  ['admin_added', { email: 'ann@site.example' }, 'ann@site.example', []],
  [
    'platform_switched',
    { off: true, reason: 'repairs' },
    null,
    ['Switched off: yes', 'Reason: repairs'],
  ],
  [
    'setup_set',
    { parts: 'egresses, provider', isUntried: true },
    null,
    ['Changed: Egresses · Provider of tokens', 'Without a trial: yes'],
  ],
  ['youtube_notice_set', { mode: 'on' }, null, ['Setting: Always']],
  ['block_added', { kind: 'uploader', reason: 'video' }, null, ['Kind: Uploader', 'Reason: video']],
  ['takedown_decided', { decision: 'accept' }, null, ['Decision: Accept and block']],
  ['job_cancelled', { platform: 'twitter' }, null, ['Platform: Twitter / X']],
  ['job_cancelled', { platform: 'other' }, null, ['Platform: other']],
  ['something_new', { constructor: 4 }, null, ['constructor: 4']],
])('%s with %j is about %s', (action, details, name, lines) => {
  expect([nameIn({ action, subject: null, details }), linesOf(action, details)]).toEqual([
    name,
    lines,
  ]);
});

it('names a platform that was switched by its name, not by its id', () => {
  const entry = { action: 'platform_switched', subject: 'youtube', details: {} };
  expect(nameIn(entry)).toBe('YouTube');
});
