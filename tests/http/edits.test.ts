import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EditRequest } from '../../src/core/downloading/start-download.ts';
import { READY } from '../support/http/http-download-views.ts';
import {
  aVisitor,
  bodyOf,
  type HttpFixture,
  startHttpFixture,
} from '../support/http/http-fixture.ts';

const ann = aVisitor('a');
const asked: EditRequest[] = [];
const removed: string[] = [];
let fixture: HttpFixture;
beforeAll(async () => {
  fixture = await startHttpFixture({}, ({ fake }) => ({
    downloading: {
      ...fake.service,
      async startEdit(request) {
        asked.push(request);
        fake.set({ id: 'made', visitor: request.visitor, ...READY });
        return fake.service.get(request.visitor, 'made');
      },
      async receive(form) {
        const { fields } = await form.read(async (pieces) => {
          let bytes = 0;
          for await (const piece of pieces) bytes += piece.byteLength;
          return { path: 'stored', bytes };
        });
        return { id: 'upload', fields, remove: async () => void removed.push('upload') };
      },
    },
  }));
});
afterAll(() => fixture.close());

const post = (path: string, body: object) =>
  fetch(fixture.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: ann.cookie },
    body: JSON.stringify(body),
  });
const whole = { span: null, cut: 'exact', quality: null, kilobitsPerSecond: null, maxBytes: null };
const span = { startSeconds: 1.5, endSeconds: 4 };

it.each<[string, object, object]>([
  ['/api/trim', { job: 'x', start: 1.5, end: 4 }, { ...whole, container: null, span }],
  [
    '/api/trim',
    { job: 'x', start: 1.5, end: 4, mode: 'keyframe', format: 'webm' },
    { ...whole, container: 'webm', span, cut: 'keyframe' },
  ],
  ['/api/convert', { job: 'x', format: 'mp3' }, { ...whole, container: 'mp3' }],
  [
    '/api/convert',
    { job: 'x', format: 'mp4', quality: 'low', maxBytes: 60_000 },
    { ...whole, container: 'mp4', quality: 'low', maxBytes: 60_000 },
  ],
])(
  '%s %j is an edit of the visitor’s own download, answered like one',
  async (path, body, edit) => {
    const response = await post(path, body);
    expect(response.status).toBe(200);
    expect(await bodyOf(response)).toMatchObject({ success: true, job: 'made' });
    expect(asked.at(-1)).toMatchObject({
      visitor: ann.id,
      source: { kind: 'download', id: 'x' },
      edit,
    });
  },
);

it.each<[string, object, string]>([
  ['/api/trim', { job: 'x', start: 4, end: 1.5 }, 'end'],
  ['/api/trim', { job: 'x', start: 1, end: 2, mode: 'fast' }, 'mode'],
  ['/api/convert', { job: 'x', format: 'exe' }, 'format'],
  ['/api/convert', { job: 'x', format: 'mp4', maxBytes: 1 }, 'maxBytes'],
  ['/api/convert', { format: 'mp4' }, 'job'],
])('%s %j is refused, and starts nothing', async (path, body, field) => {
  const before = asked.length;
  const response = await post(path, body);
  expect(response.status).toBe(400);
  expect(await bodyOf(response)).toMatchObject({ code: 'invalid_request', params: { field } });
  expect(asked).toHaveLength(before);
});

it.each([
  ['is removed when its edit is refused', { start: '4', end: '1.5' }, 400, ['upload']],
  ['stays for its edit', { start: '1.5', end: '4' }, 202, []],
] as const)('an upload %s', async (_what, fields, status, gone) => {
  removed.length = 0;
  const body = new FormData();
  for (const [name, text] of Object.entries(fields)) body.set(name, text);
  body.set('file', new Blob(['media']), 'film.mp4');
  const headers = { cookie: ann.cookie, prefer: 'respond-async' };
  const answer = await fetch(`${fixture.origin}/api/trim`, { method: 'POST', headers, body });
  expect([answer.status, removed]).toEqual([status, gone]);
});
