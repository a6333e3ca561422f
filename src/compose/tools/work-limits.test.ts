import { expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { encoderBytes } from './work-limits.ts';

const GB = 1e9;
const bytesOf = (gigabytes: number, settings: Readonly<Record<string, string>> = {}) => {
  const config = readConfig({ MAX_JOBS: '4', MAX_TRANSCODES: '1', ...settings });
  return encoderBytes(config, gigabytes * GB) / GB;
};

it('an encoder has its share of three quarters of the memory, with those that may wait beside it', () => {
  expect(bytesOf(2)).toBe(0.75);
  expect(bytesOf(4)).toBe(1.5);
  expect(bytesOf(16)).toBe(2.4);
});

it('a setting lowers it, so that more may wait, and never raises it above that share', () => {
  expect(bytesOf(4, { ENCODE_MEMORY_MB: '600' })).toBe(0.6);
  expect(bytesOf(4, { ENCODE_MEMORY_MB: '8000' })).toBe(1.5);
});
