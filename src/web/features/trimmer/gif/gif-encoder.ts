// Talks to the worker that encodes a GIF: one request, one answer.

/** What the worker is asked for. `pixels` are RGBA. */
export type GifRequest =
  | { readonly kind: 'open'; readonly width: number; readonly height: number }
  | {
      readonly kind: 'frame';
      readonly pixels: Uint8ClampedArray<ArrayBuffer>;
      readonly delayMs: number;
    }
  | { readonly kind: 'finish' };

/** What it answers. */
export type GifAnswer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'failed'; readonly message: string };

/** An open GIF. All reject when the encoder fails, or with the signal's reason. */
export type GifEncoder = {
  readonly add: (pixels: Uint8ClampedArray<ArrayBuffer>, delayMs: number) => Promise<void>;
  readonly finish: () => Promise<Blob>;
  /** Ends the worker. */
  readonly close: () => void;
};

/** Opens a GIF of a size in pixels. */
export async function openGif(
  width: number,
  height: number,
  signal: AbortSignal,
): Promise<GifEncoder> {
  const worker = new Worker(new URL('./gif-worker.ts', import.meta.url), { type: 'module' });
  const ask = (request: GifRequest, transfer: Transferable[] = []) =>
    new Promise<GifAnswer>((resolve, reject) => {
      const ending = new AbortController();
      const listen = { signal: ending.signal };
      const leave = (act: () => void) => () => {
        ending.abort();
        act();
      };
      signal.addEventListener(
        'abort',
        leave(() => reject(signal.reason)),
        listen,
      );
      worker.addEventListener(
        'error',
        leave(() => reject(new Error('the worker of the GIF failed'))),
        listen,
      );
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<GifAnswer>) =>
          leave(() => (data.kind === 'failed' ? reject(new Error(data.message)) : resolve(data)))(),
        listen,
      );
      worker.postMessage(request, { transfer });
    });
  signal.throwIfAborted();
  await ask({ kind: 'open', width, height });
  return {
    async add(pixels, delayMs) {
      await ask({ kind: 'frame', pixels, delayMs }, [pixels.buffer]);
    },
    async finish() {
      const answer = await ask({ kind: 'finish' });
      if (answer.kind !== 'file') throw new TypeError('the worker answered without a file');
      return answer.file;
    },
    close: () => worker.terminate(),
  };
}
