// Every address of this site begins with its base path.
import { describe, expect, it } from 'vitest';
import { addressesWithoutBase } from '../support/house/own-addresses.ts';
import { readTree } from '../support/house/read-tree.ts';

/** A file in which `%{` begins a placeholder. */
const sample = (file: string, text: string) => new Map([[file, text.replaceAll('%{', '${')]]);

describe('addresses of this site', () => {
  it('begin with the base path', () => {
    expect(addressesWithoutBase(readTree(['src'], ['.ts', '.tsx']))).toEqual([]);
  });

  it.each([
    ['src/web/a.ts', "const LOGO = '/icon.svg';", '/icon.svg'],
    ['src/web/a.ts', 'const at = (name: string) => `/pictures/%{name}.webp`;', '/pictures/'],
    ['src/web/a.tsx', 'const a = <a href="/api/docs">x</a>;', '/api/docs'],
    ['src/web/a.tsx', 'const a = <img src={`/api/x/%{1}`} alt="" />;', '/api/x/'],
    ['src/web/a.ts', "new EventSource('/api/x');", 'sends requests itself'],
    ['src/http/a.ts', 'const at = (id: string) => `/api/jobs/%{id}`;', '/api/jobs/'],
    ['src/http/a.ts', "reply.redirect('/guide', 302);", "redirect('/guide', 302)"],
    ['src/http/a.ts', "reply.setCookie('a', 'b', { path: '/' });", 'a cookie'],
  ])('in %s, %s is found', (file, text, named) => {
    expect(addressesWithoutBase(sample(file, text))).toEqual([expect.stringContaining(named)]);
  });

  it.each([
    ['src/web/a.ts', "requestJson('/api/limits');"],
    ['src/web/a.ts', 'const at = (name: string) => `%{BASE_PATH}/pictures/%{name}.webp`;'],
    ['src/web/a.tsx', 'const a = <a href={`%{prefix}/dmca`}>x</a>;'],
    ['src/http/a.ts', "app.get('/api/jobs/:id', async () => `%{basePath}/api/jobs/1`);"],
  ])('in %s, %s is none', (file, text) => {
    expect(addressesWithoutBase(sample(file, text))).toEqual([]);
  });
});
