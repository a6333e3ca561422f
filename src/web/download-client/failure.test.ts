import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';
import first from '../../../content/locales/en/first.json' with { type: 'json' };
import { VISITOR_ERRORS, type VisitorErrorCode } from '../../shared/errors.ts';
import { RequestError } from '../browser/request.ts';
import { toastOf } from '../features/download/show-notice.ts';
import type { Words } from '../words/words.tsx';
import { type Failure, failureOf, failureWithoutAnswer } from './failure.ts';
import { failureWords } from './failure-words.ts';
import { nextStepOf } from './next-step.ts';

const compiled = (group: string, texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([key, text]) => [`${group}.${key}`, compileMessage(text)] as const);
const messages = Object.fromEntries([
  ...compiled('download', first.download),
  ...compiled('errors', first.errors),
]);
const i18n = setupI18n({ locale: 'en', messages: { en: messages } });
const t: Words['t'] = (key, params) => i18n._(key, params);

const failed = (part: Partial<Failure>): Failure => ({
  ...failureWithoutAnswer('internal'),
  ...part,
});

describe('a failure', () => {
  it.each([
    ['no answer', new TypeError('Failed to fetch'), 'offline'],
    ['an answer of a proxy', new RequestError(502, '502: Bad gateway'), 'unreadable'],
  ])('is known by %s', (_name, error, code) => {
    expect(failureOf(error)).toEqual({ code, params: {}, serverMessage: null, ref: null });
  });

  it('keeps what the server says of it', () => {
    const params = { retryAfterSeconds: 3 };
    const answer = {
      success: false,
      code: 'server_full',
      message: 'Full.',
      params,
      ref: 'r',
    } as const;
    expect(failureOf(new RequestError(503, '503: …', answer))).toEqual({
      code: 'server_full',
      params,
      serverMessage: 'Full.',
      ref: 'r',
    });
  });

  it.each([
    ...(Object.keys(VISITOR_ERRORS) as VisitorErrorCode[]),
    'offline',
    'unreadable',
    'cookies_off',
  ] as const)('%s has a whole sentence and one next step', (code) => {
    const text = failureWords(failed({ code }), 'TikTok', t);
    expect(text.length).toBeGreaterThan(5);
    expect(text).not.toMatch(/[{}]|undefined|^(download|errors)\./);
    expect(['again', 'edit', 'choose', 'another', 'browser']).toContain(
      nextStepOf(failed({ code })).step,
    );
  });

  it('names no field to visitors, who see no such names', () => {
    const failure = failed({ code: 'invalid_request', params: { field: 'url' } });
    expect(failureWords(failure, 'TikTok', t)).toBe('We couldn’t understand the request.');
  });

  it('lets the server be for as long as it asks, where trying again is the step', () => {
    const params = { retryAfterSeconds: 12.2 };
    expect(nextStepOf(failed({ code: 'server_full', params })).waitSeconds).toBe(13);
    expect(nextStepOf(failed({ code: 'private', params })).waitSeconds).toBeNull();
    expect(nextStepOf(failed({ code: 'timeout' })).waitSeconds).toBeNull();
  });

  it('leaves a platform alone for a while that refuses this server', () => {
    expect(nextStepOf(failed({ code: 'rate_limited' })).waitSeconds).toBe(30);
    const params = { retryAfterSeconds: 5 };
    expect(nextStepOf(failed({ code: 'bot_check', params })).waitSeconds).toBe(5);
    for (const code of ['timeout', 'offline', 'private'] as const)
      expect(nextStepOf(failed({ code })).waitSeconds).toBeNull();
  });
});

describe('the toasts', () => {
  it.each([
    [{ kind: 'empty' }, 'Error', 'Please enter a URL'],
    [
      { kind: 'invalid' },
      'Invalid URL',
      'Please enter a valid URL starting with http:// or https://',
    ],
    [{ kind: 'analyzeFailed' }, 'Error', 'Failed to analyze URL. Please try again.'],
    [
      { kind: 'downloadFailed', failure: failed({ code: 'private', serverMessage: 'Private.' }) },
      'Download Failed',
      'This post is private on TikTok. Only public posts can be downloaded here.',
    ],
    [
      { kind: 'downloadFailed', failure: failed({ code: 'unreadable' }) },
      'Download Failed',
      'Download failed',
    ],
    [
      { kind: 'downloadFailed', failure: failed({ code: 'offline' }) },
      'Download Failed',
      'An unexpected error occurred',
    ],
  ] as const)('%j reads as the specification has it', (notice, title, description) => {
    expect(toastOf(notice, 'TikTok', t)).toEqual({ look: 'destructive', title, description });
  });
});
