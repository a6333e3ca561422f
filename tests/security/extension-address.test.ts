import { expect, it } from 'vitest';
import { readAddress } from '../../extension/src/read-address.ts';

it.each([
  ['video.example', 'https://video.example'],
  [' https://video.example/admin?x=1 ', 'https://video.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://nas.localhost', 'http://nas.localhost'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['http://0x7f.1', 'http://127.0.0.1'],
  ['http://10.1.2.3', 'http://10.1.2.3'],
  ['http://172.31.0.1', 'http://172.31.0.1'],
  ['http://192.168.1.5:8080', 'http://192.168.1.5:8080'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['http://[fd00::1]', 'http://[fd00::1]'],
])('takes %s', (typed, origin) => {
  expect(readAddress(typed)).toBe(origin);
});

it.each([
  'http://video.example',
  'http://8.8.8.8',
  'http://172.32.0.1',
  'http://10.example.com',
  'http://127.0.0.1.example.com',
  'http://192.168.1.5.nip.io',
  'http://localhost.example.com',
  'http://notlocalhost',
  'http://[2001:db8::1]',
  'ftp://localhost',
  'https://user:secret@video.example',
  'https://*.example',
  '',
])('refuses %s', (typed) => {
  expect(readAddress(typed)).toBeNull();
});
