// Each case of operators, of HTTP and of exhaustion is met for those who come with a key, or try to.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

type Kind = 'admin' | 'http' | 'exhaustion';
type Case = { readonly id: string; readonly input: string; readonly expect: string };
const cases = JSON.parse(
  readFileSync(path.join(root, 'tests/fixtures/security-cases.json'), 'utf8'),
) as Record<Kind, readonly Case[]>;

/** Where the sentences are. */
const BESIDE = ['tests/security/keys.test.ts', 'tests/security/key-reach.test.ts'];

/** Behind the recognition of a key everything is one code for both kinds of visitors, and is tested once, there. */
const SAME = (file: string) => ({ file, why: 'the same code, whoever asks' });
/** Where each case is met for keys: by a sentence of the files beside this one, by another file, or by nothing, with the reason. */
const COVERED: Readonly<
  Record<Kind, Readonly<Record<string, string | { file?: string; why: string }>>>
> = {
  admin: {
    'enum-time': 'is refused with one answer, whatever is wrong with it',
    spray: 'is bounded for each network',
    'pw-long': 'that is no key is refused before anything is looked up',
    'pw-nul': 'that is no key is refused before anything is looked up',
    'hash-dos': 'is bounded for each network',
    logout: 'is refused at once, by every server on the database',
    abs: 'is refused once it has expired',
    flags: 'gets no cookie',
    nologin: 'opens no address of operators',
    default: 'there is none before somebody makes one',
    id: 'with an odd id is not there to be revoked',
    csv: { why: 'there is no export' },
  },
  http: {
    'idor-file': 'opens no download, file or stream of anybody else',
    'idor-cancel': 'opens no download, file or stream of anybody else',
    'anon-cancel': 'opens no download, file or stream of anybody else',
    'xs-cancel': 'from an origin that the key does not list is refused',
    'xs-upload': 'from an origin that the key does not list is refused',
    'xs-delete': 'from an origin that the key does not list is refused',
    'get-mutate': 'does not change anything by GET',
    host: SAME('tests/http/jobs.test.ts'),
    xff: 'is bounded for each network',
    'type-arr': 'has its fields checked like any other',
    'type-num': 'has its fields checked like any other',
    quality: 'has its fields checked like any other',
    proto: 'has its fields checked like any other',
    'json-big': 'has its fields checked like any other',
    'json-dup': SAME('tests/http/cases.test.ts'),
    'nul-db': 'has its fields checked like any other',
    'sse-inject': SAME('tests/http/progress.test.ts'),
    'sse-many': 'opens four streams and no more',
    'sse-idle': SAME('tests/http/progress.test.ts'),
    slowbody: SAME('tests/http/product.test.ts'),
    'range-multi': SAME('tests/http/files.test.ts'),
    'range-big': SAME('tests/http/files.test.ts'),
    'cache-priv': 'is answered for itself alone',
    'trav-static': SAME('tests/http/product.test.ts'),
    'token-time': 'is looked up by its hash, so that a right beginning is worth nothing',
    postmessage: { why: 'no page takes a key' },
    rss: { why: 'the feed takes no key' },
    'thumb-internal': SAME('tests/security/door-canaries.test.ts'),
    'log-secret': { file: 'tests/security/privacy-keys.test.ts', why: 'log-secret: keys' },
    'err-leak': SAME('tests/http/error-leak.test.ts'),
  },
  exhaustion: {
    jobs: { file: 'tests/security/keys-product.test.ts', why: 'has as many open downloads' },
    prefix: 'is bounded for each network',
    'cancel-loop': { file: 'tests/http/keys.test.ts', why: 'an hour is a number of downloads' },
    'ytdlp-fork': SAME('tests/faults/engine-faults.test.ts'),
    'ffmpeg-cpu': SAME('tests/faults/exhaustion.test.ts'),
    fds: SAME('tests/faults/exhaustion.test.ts'),
    'cookie-flood': 'are made by few visitors of one network',
    'pow-splice': { why: 'a key needs no proof of work' },
    regex: { file: 'src/http/requests/reads-quickly.test.ts', why: "['Authorization'" },
  },
};

describe.each<Kind>(['admin', 'http', 'exhaustion'])('of the cases of %s', (kind) => {
  it.each(cases[kind])('$id ($input: $expect) is met for keys too', ({ id }) => {
    const cover = COVERED[kind][id];
    if (cover === undefined) throw new Error(`nothing covers ${id}`);
    const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
    if (typeof cover === 'string') expect(BESIDE.map(read).join()).toContain(`it('${cover}`);
    else if (cover.file !== undefined)
      expect(read(cover.file)).toContain(cover.why.startsWith('the same') ? 'it' : cover.why);
  });
});
