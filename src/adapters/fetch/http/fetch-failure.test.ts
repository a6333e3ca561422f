// Which errors of a request are worth another attempt, and how many bytes all parts of a job may have.
import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import { createByteBudget } from './byte-budget.ts';
import { classifyFailure } from './fetch-failure.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });

describe('the failure of a request', () => {
  it.each<[string, ErrorCode, Error | undefined, string, string]>([
    ['a refused connection', 'origin_unreachable', coded('ECONNREFUSED'), 'unreachable', 'broken'],
    ['a reset connection', 'origin_unreachable', coded('ECONNRESET'), 'unreachable', 'broken'],
    ['a silent host', 'timeout', undefined, 'unreachable', 'broken'],
    ['an answer that is no HTTP', 'upstream_error', coded('HPE_INVALID'), 'unreachable', 'broken'],
    ['a proxy that has tried', 'origin_unreachable', undefined, 'final', 'broken'],
    ['an unknown name', 'origin_unreachable', coded('ENOTFOUND'), 'final', 'broken'],
    ['a name without addresses', 'origin_unreachable', coded('ENODATA'), 'final', 'broken'],
    ['a name that is none', 'origin_unreachable', coded('EAI_NONAME'), 'final', 'broken'],
    ['an expired certificate', 'origin_unreachable', coded('CERT_HAS_EXPIRED'), 'final', 'broken'],
    [
      'one for another name',
      'origin_unreachable',
      coded('ERR_TLS_CERT_ALTNAME'),
      'final',
      'broken',
    ],
    ['one of its own', 'origin_unreachable', coded('DEPTH_ZERO_SELF_SIGNED'), 'final', 'broken'],
    ['one of an unknown issuer', 'origin_unreachable', coded('UNABLE_TO_GET'), 'final', 'broken'],
    ['a spent budget of sockets', 'server_busy', undefined, 'busy', 'busy'],
    ['a forbidden target', 'blocked_target', undefined, 'final', 'final'],
    ['a closed session', 'cancelled', undefined, 'final', 'final'],
  ])('%s is %s with %o: %s without a connection, %s with one', (_, code, cause, before, after) => {
    const error = new AppError(code, { cause });
    expect(classifyFailure(error, false)).toEqual({ kind: before, error, retryAfterMs: null });
    expect(classifyFailure(error, true)).toEqual({ kind: after, error, retryAfterMs: null });
  });

  it('is final when it is a mistake of the program', () => {
    expect(classifyFailure(new TypeError('x'), true).kind).toBe('final');
  });
});

describe('the byte budget of a job', () => {
  it('is shared by its parts, each of which counts its length once', () => {
    const budget = createByteBudget(1000);
    const [picture, sound] = [budget.open(), budget.open()];
    for (const bytes of [100, 600, 600, 300]) picture(bytes);
    sound(400);
    expect(() => sound(401)).toThrow(expect.objectContaining({ code: 'too_large' }));
  });

  it('says how large it is, in rounded gigabytes', () => {
    expect(createByteBudget(2_500_000_000).exceeded().params).toEqual({ gigabytes: 2.5 });
    expect(createByteBudget(1_234_567_890).exceeded().params).toEqual({ gigabytes: 1.23 });
  });
});
