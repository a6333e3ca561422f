// Sending a file to be converted: what is asked of the server, and what ends it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendFile } from './send-file.ts';

/** The request with the file, which the test answers. */
class Sending extends EventTarget {
  static last: Sending;
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  status = 0;
  retryAfter: string | null = null;
  responseText = '';
  target = '';
  body = new FormData();
  isAborted = false;
  readonly sent = Promise.withResolvers<void>();
  constructor() {
    super();
    Sending.last = this;
    created.resolve();
  }
  open(method: string, path: string) {
    this.target = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.body = body;
    this.sent.resolve();
  }
  getResponseHeader(name: string) {
    return name === 'Retry-After' ? this.retryAfter : null;
  }
  abort() {
    this.isAborted = true;
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
  }
}
let created = Promise.withResolvers<void>();

const OPEN = { job: 'a/1', state: 'open', progress: { percent: 0 } };
const RESULT = { filename: 'film.mp4' };

/** A server: the limit of uploads, and the answers about the job, one after the other; the last stays. */
function serverWith(answers: readonly (object | number | 'gone')[], maxUploadMegabytes?: number) {
  const calls: string[] = [];
  let at = 0;
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    calls.push(`${method} ${path}${body === undefined ? '' : ` ${body}`}`);
    if (path === '/api/limits')
      return maxUploadMegabytes === undefined
        ? new Response('', { status: 500 })
        : Response.json({ maxUploadMegabytes });
    if (path === '/api/cancel-download') return Response.json({});
    const answer = answers[Math.min(at, answers.length - 1)];
    at += 1;
    if (answer === 'gone') throw new TypeError('no connection');
    return typeof answer === 'number'
      ? new Response('', { status: answer })
      : Response.json(answer);
  });
  return calls;
}

beforeEach(() => {
  created = Promise.withResolvers();
  vi.stubGlobal('XMLHttpRequest', Sending);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function send(signal = new AbortController().signal, file = new File(['film'], 'film.mkv')) {
  const sent: number[] = [];
  const converted: (number | null)[] = [];
  const result = sendFile(file, 'webm', {
    signal,
    onSent: (share) => sent.push(share),
    onConverted: (share) => converted.push(share),
  });
  result.catch(() => undefined); // looked at later
  return { result, sent, converted };
}

async function sending(): Promise<Sending> {
  await created.promise;
  await Sending.last.sent.promise;
  return Sending.last;
}

describe('a file that is sent', () => {
  it('is uploaded, converted, and answered with the new one', async () => {
    const half = { ...OPEN, progress: { percent: 50 } };
    const calls = serverWith([half, { ...OPEN, state: 'done', result: RESULT }], 1);
    const { result, sent, converted } = send();
    const { target, headers, body, upload } = await sending();
    expect(target).toBe('POST /api/convert');
    expect(headers).toEqual({ Prefer: 'respond-async' });
    expect([body.get('format'), body.get('name')]).toEqual(['webm', 'film.mkv']);
    expect(await (body.get('file') as File).text()).toBe('film');
    upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 4 }));
    Sending.last.answer(202, OPEN);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await result).toEqual(RESULT);
    expect(sent).toEqual([0.25]);
    // None is known at first.
    expect(converted).toEqual([null, 0.5]);
    expect(calls).toEqual(['GET /api/limits', 'GET /api/jobs/a%2F1', 'GET /api/jobs/a%2F1']);
  });

  it('may be as large as the server allows, and no larger', async () => {
    serverWith([], 1);
    const large = new File([new Uint8Array(1_000_001)], 'film.mkv');
    await expect(send(undefined, large).result).rejects.toMatchObject({
      failure: { code: 'tooBig', limit: 1_000_000 },
    });
    send(undefined, new File([new Uint8Array(1_000_000)], `${'x'.repeat(300)}.mkv`));
    expect((await sending()).body.get('name')).toBe('x'.repeat(200));
  });

  it.each([
    [400, 'refused'],
    [413, 'refused'],
    [429, 'busy'],
    [500, 'refused'],
    [503, 'busy'],
    [507, 'busy'],
  ])('and answered with %d is %s', async (status, code) => {
    serverWith([]);
    const { result } = send();
    (await sending()).answer(status, { code: 'any' });
    await expect(result).rejects.toMatchObject({ failure: { code } });
  });

  it.each([
    ['40', 40],
    ['1.2', 2],
    ['Thu, 01 Jan 2026 00:00:00 GMT', null],
    [null, null],
  ])('and refused for a while (%s) says how long', async (retryAfter, waitSeconds) => {
    serverWith([]);
    const { result } = send();
    const request = await sending();
    request.retryAfter = retryAfter;
    request.answer(429, { code: 'any' });
    await expect(result).rejects.toMatchObject({ failure: { code: 'busy', waitSeconds } });
  });

  it.each([
    [408, '<html>too slow</html>'],
    [413, '<html>too large</html>'],
    [502, ''],
    [500, 'null'],
    [524, '{}'],
  ])('and answered with %d by a proxy is stopped', async (status, answer) => {
    serverWith([]);
    const { result } = send();
    (await sending()).answer(status, answer);
    await expect(result).rejects.toMatchObject({ failure: { code: 'stopped' } });
  });

  it('is lost without a connection', async () => {
    serverWith([]);
    const { result } = send();
    (await sending()).dispatchEvent(new Event('error'));
    await expect(result).rejects.toMatchObject({ failure: { code: 'lost' } });
  });

  it('is refused when its conversion fails', async () => {
    serverWith([{ ...OPEN, state: 'failed', error: { code: 'bad_media' } }]);
    const { result } = send();
    (await sending()).answer(200, OPEN);
    await vi.advanceTimersByTimeAsync(1000);
    await expect(result).rejects.toMatchObject({ failure: { code: 'refused' } });
  });
});

describe('the wait for the conversion', () => {
  it('goes on without a connection for half a minute, each time anew', async () => {
    const done = { ...OPEN, state: 'done', result: RESULT };
    serverWith([...Array(30).fill('gone'), OPEN, ...Array(30).fill(502), done]);
    const { result } = send();
    (await sending()).answer(202, OPEN);
    await vi.advanceTimersByTimeAsync(62_000);
    expect(await result).toEqual(RESULT);
  });

  it('ends after that', async () => {
    serverWith(['gone']);
    const { result } = send();
    (await sending()).answer(202, OPEN);
    await vi.advanceTimersByTimeAsync(31_000);
    await expect(result).rejects.toMatchObject({ failure: { code: 'lost' } });
  });
});

describe('a visitor who leaves', () => {
  it('ends the upload', async () => {
    serverWith([]);
    const leaving = new AbortController();
    const { result } = send(leaving.signal);
    await sending();
    leaving.abort('left');
    await expect(result).rejects.toBe('left');
    expect(Sending.last.isAborted).toBe(true);
  });

  it('cancels the conversion, but not after it is done', async () => {
    const calls = serverWith([OPEN]);
    const leaving = new AbortController();
    const { result } = send(leaving.signal);
    (await sending()).answer(202, OPEN);
    await vi.advanceTimersByTimeAsync(500);
    leaving.abort('left');
    await expect(result).rejects.toBe('left');
    expect(calls.at(-1)).toBe('POST /api/cancel-download {"job":"a/1"}');
  });
});
