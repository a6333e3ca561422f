import { expect, it } from 'vitest';
import { createThreadParser } from './parse-in-thread.ts';

const never = new AbortController().signal;
/** A thread that begins with this text, and never answers by itself. */
const threadOf = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);

it('blames this server for a text that took too long, since it may only have been busy', async () => {
  const busy = threadOf(
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); });",
  );
  const parse = createThreadParser(busy, 'the text', 500);
  await expect(parse('x', never)).rejects.toMatchObject({
    code: 'making_failed',
    message: expect.stringContaining('the text cannot be read: it takes too long'),
  });
});

it('blames the text for what needs too much memory, and throws the reason of its signal', async () => {
  const greedy = threadOf(
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { const all = []; for (;;) all.push({ at: all.length, text: 'line ' + all.length }); });",
  );
  await expect(createThreadParser(greedy, 'the text', 100_000)('x', never)).rejects.toMatchObject({
    code: 'bad_media',
  });
  const silent = threadOf("import 'node:worker_threads'; setInterval(() => {}, 1000);");
  const controller = new AbortController();
  const parsed = createThreadParser(silent, 'the text')('x', controller.signal);
  controller.abort(new Error('left'));
  await expect(parsed).rejects.toThrow('left');
});
