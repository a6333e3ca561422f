// Encodes a GIF outside of the page's thread: frames come in, the file goes out.
import { Encoder } from 'modern-gif';
import type { GifAnswer, GifRequest } from './gif-encoder.ts';

let encoder: Encoder | null = null;

addEventListener('message', ({ data }: MessageEvent<GifRequest>) => {
  handle(data).then(
    (answer) => postMessage(answer),
    (error: unknown) => postMessage({ kind: 'failed', message: String(error) } satisfies GifAnswer),
  );
});

async function handle(request: GifRequest): Promise<GifAnswer> {
  if (request.kind === 'open') {
    const { width, height } = request;
    encoder = new Encoder({ width, height, looped: true, loopCount: 0 });
    return { kind: 'taken' };
  }
  if (!encoder) throw new TypeError('the encoder is not open');
  if (request.kind === 'finish') return { kind: 'file', file: await encoder.flush('blob') };
  await encoder.encode({ data: request.pixels, delay: request.delayMs });
  return { kind: 'taken' };
}
