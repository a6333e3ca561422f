import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../shared/errors.ts';
import { MAX_FILM_BYTES } from '../../shared/trending.ts';
import { announcedBytes, parserLimits } from './read-upload.ts';

const LIMITS = { maxFileBytes: MAX_FILM_BYTES };
const FORM = 'multipart/form-data; boundary=x';

describe('a form with a file of at most 50 MB', () => {
  it.each<[string, string, string | undefined, number | string]>([
    ['without a length', FORM, undefined, 0],
    ['of exactly 50 MB', FORM, '50000000', 50_000_000],
    ['of more than 50 MB and its fields', FORM, '50655361', 'body_too_large'],
    ['of a terabyte', FORM, '1000000000000', 'body_too_large'],
    ['that is JSON', 'application/json', '2', 'unsupported_media_type'],
    ['without a boundary', 'multipart/form-data', '2', 'invalid_request'],
  ])('%s is judged before it is read', (_what, type, length, outcome) => {
    const request = {
      isMultipart: () => type.startsWith('multipart/'),
      headers: { 'content-type': type, 'content-length': length },
    } as unknown as FastifyRequest;
    const judge = () => {
      try {
        return announcedBytes(request, LIMITS);
      } catch (error) {
        return codeOf(error);
      }
    };
    expect(judge()).toBe(outcome);
  });

  it('is read to one byte more, so that a larger file is noticed', () => {
    expect(parserLimits(LIMITS)).toMatchObject({ fileSize: 50_000_001, files: 1 });
  });
});
