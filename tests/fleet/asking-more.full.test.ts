// A server without yt-dlp, ffmpeg and the internet has a worker write subtitles into videos and read the films of operators.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runTool } from '../../lab/media/run-tool.ts';
import type { InspectAnswer } from '../../src/shared/api/inspect.ts';
import { ASKING, type Fleet, openFleet, sharedStore } from '../support/fleet/fleet.ts';
import { createMediaFolder, type MediaFolder } from '../support/media/media-fixtures.ts';
import { codeOf, formOf, type Item } from '../support/operators/upload-client.ts';
import { makeFilm, SECRET } from '../support/operators/upload-fixture.ts';
import { clientAt, type JobClient } from '../support/product/job-client.ts';
import type { Server } from '../support/product/server.ts';

const ANN = { email: 'ann@video.example', password: 'a long enough pass phrase' };
const WITH_SUBTITLES = 'https://www.youtube.com/watch?v=labMain_001';

let fleet: Fleet;
let web: Server;
beforeAll(async () => {
  fleet = await openFleet({}, await sharedStore());
  await fleet.start('worker', { ROLE: 'worker' });
  web = await fleet.start('web', {
    ...ASKING,
    ADMIN_EMAIL: ANN.email,
    ADMIN_PASSWORD: ANN.password,
  });
}, 240_000);
afterAll(() => fleet?.close());

describe('subtitles', () => {
  it('are a file of their own, and are written into a video', async () => {
    const visitor = clientAt(web.url);
    const looked = await visitor.post('/api/inspect', { url: WITH_SUBTITLES });
    const { id, items } = (await looked.json()) as Extract<InspectAnswer, { success: true }>;
    const [subtitle] = items[0]?.subtitles ?? [];
    const name = encodeURIComponent(`${subtitle?.id}.json`);
    const alone = await visitor.ask(`/api/inspections/${id}/subtitles/${name}`);
    const { cues } = (await alone.json()) as { cues: { text: string }[] };
    expect([alone.status, cues.length > 0]).toEqual([200, true]);
    const { result } = await visitor.make({
      url: WITH_SUBTITLES,
      quality: 'low',
      subtitles: [subtitle?.id ?? ''],
    });
    const file = new URL(result.downloadUrl, web.url).href;
    const words = ['-v', 'error', '-headers', `cookie: ${visitor.cookie()}\r\n`, '-i', file];
    const text = String(await runTool('ffmpeg', [...words, '-map', '0:s:0', '-f', 'srt', '-']));
    for (const cue of cues) expect(text).toContain(cue.text);
  });
});

describe('films of operators', () => {
  let media: MediaFolder;
  let ann: JobClient;
  beforeAll(async () => {
    media = await createMediaFolder();
    return media.remove;
  });
  beforeEach(async () => {
    ann = clientAt(web.url);
    expect((await ann.post('/api/admin/login', ANN)).status).toBe(200);
  });
  const send = (fields: Parameters<typeof formOf>[0]) =>
    ann.ask('/admin/upload-trending', { method: 'POST', body: formOf(fields) });
  const stored = async () =>
    (await fleet.objects()).filter((name) => /^(trending|handed)\//.test(name)).toSorted();
  const nameOf = (address: unknown) => String(address).replace(/^\/trending-files\//, 'trending/');

  it('are checked, get a picture, and lie in the shared store', async () => {
    const red = await makeFilm(media, 'red.mp4');
    const answer = await send({ title: 'A walk', featured: 'false', file: red });
    expect(answer.status).toBe(201);
    const { id, videoUrl, thumbnailUrl } = (await answer.json()) as Item;
    await expect.poll(stored).toEqual([nameOf(videoUrl), nameOf(thumbnailUrl)].toSorted());
    const [shown, part] = [
      await ann.ask(String(thumbnailUrl)),
      await ann.ask(videoUrl, { headers: { range: 'bytes=4-7' } }),
    ];
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    const whole = Buffer.from(await (await ann.ask(videoUrl)).arrayBuffer());
    expect([red.includes(SECRET), whole.includes(SECRET)]).toEqual([true, false]);
    expect((await ann.ask(`/admin/trending/${id}`, { method: 'DELETE' })).status).toBe(204);
  });

  it('that are none are refused, and nothing is left', async () => {
    const before = await stored();
    const answer = await send({ title: 'A walk', featured: 'false', file: Buffer.from('words') });
    expect(await codeOf(answer)).toEqual([400, 'not_a_video']);
    // What was handed to the worker goes after the answer.
    await expect.poll(stored).toEqual(before);
  });
});
