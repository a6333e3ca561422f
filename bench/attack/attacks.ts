// What one hostile network sends to take more than its share: requests that cost much, and files that are slow to work on.
import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runTool } from '../../lab/media/run-tool.ts';
import { type Visitor, visit } from '../visitor.ts';

/** The server that is attacked, a folder for files, and a finished download of the attacker. */
export type Stage = {
  readonly url: string;
  readonly folder: string;
  readonly visitor: Visitor;
  readonly job: string;
  /** Ends all requests. */
  readonly signal: AbortSignal;
};

/** `prepare` returns what sends one request and resolves to its status, or to 0 if there was none. */
export type Attack = {
  readonly name: string;
  readonly connections: number;
  readonly prepare: (stage: Stage) => Promise<(turn: number) => Promise<number>>;
};

const CONNECTIONS = 24;
/** More addresses than encodes have places. */
const FEW = 8;
/** Places for uploads, and as many as wait for one. */
const SLOW_UPLOADS = 18;
const SLOW_BYTES = 700;
const SLOW_EVERY_MS = 300;
const ODD_ZEROS = 5000;
const EVERY_UPLOAD_MS = 1000;
const ANSWER_MS = 2000;
/** More edits at once are refused. */
const MEMBERS = 8;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Each keeps a kind of work busy. */
export const ATTACKS: readonly Attack[] = [
  requests('a file of text', async () => () => ({ target: '/robots.txt' })),
  requests('a search for random words', async () => () => ({
    target: `/api/search?language=de&q=${words(11)}`,
  })),
  requests('a search for common words', async () => () => ({
    target: '/api/search?language=en&q=the+a+to+of+and+in+is+it+you+that+for+file',
  })),
  requests('the list of jobs', async ({ visitor }) => () => ({
    target: '/api/jobs',
    headers: visitor.cookie(),
  })),
  requests('heads of an archive', async ({ visitor, job }) => {
    const jobs = [job];
    for (let start = 0; jobs.length < MEMBERS; start += 0.1)
      jobs.push((await visitor.edit('trim', { job, start, end: start + 1 })).job);
    const { downloadUrl } = await visitor.archive(jobs);
    return () => ({ target: downloadUrl, method: 'HEAD', headers: visitor.cookie() });
  }),
  requests('uploads that are announced and never come', async () => () => ({
    target: '/api/convert',
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '400000000' },
    body: '--x--',
  })),
  {
    name: 'uploads of 2 kB/s',
    connections: SLOW_UPLOADS,
    prepare: async (stage) => trickle(stage),
  },
  edits('checks that decode everything', 'mp4', async (folder) => {
    const odd = path.join(folder, 'odd.mp4');
    await copyFile(await slowFilm(folder, '3840x2160', 340), odd);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(ODD_ZEROS + 8);
    await appendFile(odd, Buffer.concat([size, Buffer.from('mdat'), Buffer.alloc(ODD_ZEROS)]));
    return odd;
  }),
  edits('encodes of an hour', 'webm', (folder) => slowFilm(folder, '1280x720', 300)),
  edits('an index of ten million frames', 'mp4', async (folder) => {
    const film = path.join(folder, 'many.mp4');
    const bytes = await readFile(await slowFilm(folder, '320x240', 1));
    const at = bytes.indexOf('stsz') + 8;
    bytes.writeUInt32BE(1, at);
    bytes.writeUInt32BE(10_000_000, at + 4);
    await writeFile(film, bytes);
    return film;
  }),
];

function words(count: number): string {
  const letter = () => LETTERS[Math.floor(Math.random() * LETTERS.length)];
  return Array.from({ length: count }, () => Array.from({ length: 8 }, letter).join('')).join('+');
}

type Call = {
  readonly target: string;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Requests from all over one /48. */
function requests(name: string, prepare: (stage: Stage) => Promise<() => Call>): Attack {
  return {
    name,
    connections: CONNECTIONS,
    async prepare(stage) {
      const callOf = await prepare(stage);
      const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
      return (turn) =>
        new Promise((resolve) => {
          const { target, method = 'GET', body = '', headers = {} } = callOf();
          const address = `2001:db8:7:${(turn & 0xffff).toString(16)}::1`;
          const sent = request(new URL(target, stage.url), {
            method,
            agent,
            headers: { 'x-forwarded-for': address, ...headers },
            timeout: ANSWER_MS,
            signal: stage.signal,
          });
          sent.on('response', (answer) => {
            answer.resume().on('close', () => resolve(answer.statusCode ?? 0));
          });
          sent.on('timeout', () => sent.destroy());
          sent.on('error', () => resolve(0));
          sent.end(body);
        });
    },
  };
}

/** Uploads that barely trickle in, three from each address. */
function trickle({ url, signal }: Stage): (turn: number) => Promise<number> {
  return async (turn) => {
    const status = await new Promise<number>((resolve) => {
      const sent = request(new URL('/api/convert', url), {
        method: 'POST',
        signal,
        headers: {
          'x-forwarded-for': `203.0.113.${50 + (turn % (SLOW_UPLOADS / 3))}`,
          'content-type': 'multipart/form-data; boundary=x',
        },
      });
      const timer = setInterval(() => sent.write(Buffer.alloc(SLOW_BYTES)), SLOW_EVERY_MS);
      const end = (status: number) => {
        clearInterval(timer);
        sent.destroy();
        resolve(status);
      };
      sent.on('response', (answer) => end(answer.statusCode ?? 0));
      sent.on('error', () => end(0));
      sent.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n');
    });
    await wait(EVERY_UPLOAD_MS);
    return status;
  };
}

/** Uploads of a file whose edit is costly, from a few addresses. */
function edits(name: string, format: string, make: (folder: string) => Promise<string>): Attack {
  return {
    name,
    connections: FEW,
    async prepare({ url, folder }) {
      const film = await make(folder);
      const visitors = Array.from({ length: FEW }, () => visit(url));
      return async (turn) => {
        const started = visitors[turn % FEW]?.startWithFile('convert', film, { format });
        const status = await started?.then(
          () => 202,
          (error: Error) => Number.parseInt(error.message, 10) || 0,
        );
        await wait(EVERY_UPLOAD_MS);
        return status ?? 0;
      };
    },
  };
}

/** Small, and slow to decode. */
async function slowFilm(folder: string, size: string, times: number): Promise<string> {
  const once = path.join(folder, `once-${size}.mp4`);
  const film = path.join(folder, `film-${size}.mp4`);
  await runTool('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `color=s=${size}:r=25:d=10`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    ...['-x264-params', 'keyint=250:scenecut=0', once],
  ]);
  await runTool('ffmpeg', [
    ...['-v', 'error', '-y', '-stream_loop', String(times - 1), '-i', once, '-c', 'copy'],
    ...['-movflags', '+faststart', film],
  ]);
  return film;
}
