import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import { asStorageError, isMissing, reportsDiskFull, serverFull } from './disk-error.ts';

const systemError = (code: string) => Object.assign(new Error(code), { code });

describe('a failing disk', () => {
  it.each([
    ['ENOSPC', 'server_full', { retryAfterSeconds: 60 }],
    ['EDQUOT', 'server_full', { retryAfterSeconds: 60 }],
    ['EMFILE', 'server_full', { retryAfterSeconds: 60 }],
    ['ENFILE', 'server_full', { retryAfterSeconds: 60 }],
    ['EIO', 'storage_failed', {}],
    ['EROFS', 'storage_failed', {}],
    ['EACCES', 'storage_failed', {}],
    ['ENOENT', 'storage_failed', {}],
  ])('with %s is %s to a visitor', (name, code, params) => {
    const cause = systemError(name);
    expect(asStorageError(cause)).toMatchObject({ code, params, cause });
  });

  it('of which something else has already spoken keeps its name', () => {
    const error = new AppError('bad_media');
    expect(asStorageError(error)).toBe(error);
    expect(asStorageError(new Error('cut short'))).toMatchObject({ code: 'storage_failed' });
  });

  it.each([
    ['file:/x: No space left on device', true],
    ['Error opening output: Disk quota exceeded', true],
    ['/x: Too many open files', true],
    ['/x: Too many open files in system', true],
    ['/x: Input/output error', false],
  ])('is known from the words of a program: %s', (text, isFull) => {
    expect(reportsDiskFull(text)).toBe(isFull);
  });

  it('that is full gives the time to retry, and the cause', () => {
    expect(serverFull({ detail: 'ffmpeg' })).toMatchObject({
      code: 'server_full',
      params: { retryAfterSeconds: 60 },
      message: 'server_full: ffmpeg',
    });
  });

  it('is something else than a file that is not there', () => {
    expect([isMissing(systemError('ENOENT')), isMissing(systemError('EIO'))]).toEqual([
      true,
      false,
    ]);
  });
});
