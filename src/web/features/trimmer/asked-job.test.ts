import { afterEach, describe, expect, it, vi } from 'vitest';
import { findJob, readAskedJob } from './asked-job.ts';

it.each([
  ['?job=abc-DEF_1', 'abc-DEF_1'],
  ['?lang=de&job=a', 'a'],
  [`?job=${'a'.repeat(100)}`, 'a'.repeat(100)],
  [`?job=${'a'.repeat(101)}`, null],
  ['', null],
  ['?job=', null],
  ['?jobs=a', null],
  ['?job=../admin', null],
  ['?job=a%0Ab', null],
  ['?job=a%2Fb', null],
])('the page with %s asks for the download %s', (search, id) => {
  expect(readAskedJob(search)).toBe(id);
});

describe('a download that a page asks for', () => {
  afterEach(() => vi.unstubAllGlobals());
  const answer = (response: () => Response) => {
    const asked = vi.fn(async (_path: string) => response());
    vi.stubGlobal('fetch', asked);
    return asked;
  };
  const ask = (signal = new AbortController().signal) => findJob('a-1', signal);

  it('is found with its file', async () => {
    const job = { job: 'a-1', url: 'https://v.example/1', result: { filename: 'film.mp4' } };
    const asked = answer(() => Response.json(job));
    expect(await ask()).toEqual({ kind: 'found', job });
    expect(asked.mock.lastCall?.[0]).toBe('/api/jobs/a-1');
  });

  it('without a file can be made again', async () => {
    answer(() => Response.json({ job: 'a-1', url: 'https://v.example/1', result: null }));
    expect(await ask()).toEqual({ kind: 'gone', url: 'https://v.example/1' });
  });

  it('is gone where the server does not know it', async () => {
    answer(() => Response.json({}, { status: 404 }));
    expect(await ask()).toEqual({ kind: 'gone', url: null });
  });

  it.each([403, 429, 500])('fails with %d, and may still be there', async (status) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    answer(() => Response.json({}, { status }));
    expect(await ask()).toEqual({ kind: 'failed' });
    expect(console.warn).toHaveBeenCalledOnce();
    vi.mocked(console.warn).mockClear(); // expected
  });

  it('is of no interest to a visitor who left', async () => {
    answer(() => Response.json({}, { status: 404 }));
    await expect(ask(AbortSignal.abort('left'))).rejects.toBe('left');
  });
});
