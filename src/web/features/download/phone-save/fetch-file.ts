// Fetches a finished file into memory, with its progress.
import { request } from '../../../browser/request.ts';

/** The file to fetch. A response that is longer than `bytes` is refused. */
export type FileToFetch = {
  readonly url: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
};

/** Called with the bytes so far. */
export type OnBytes = (bytes: number) => void;

/** Fetches it. Rejects like `request`, with a TypeError if the file is not what was announced, or with the signal's reason. */
export async function fetchFile(
  { url, name, type, bytes }: FileToFetch,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<File> {
  const { body } = await request(url, { signal });
  let count = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      count += chunk.byteLength;
      if (count > bytes) throw new TypeError('the file is longer than announced');
      onBytes(count);
      controller.enqueue(chunk);
    },
  });
  // The browser collects the bytes, on disk if it likes; scripts hold one piece at a time.
  const blob = await new Response(body?.pipeThrough(counted, { signal })).blob();
  if (blob.size !== bytes) throw new TypeError('the file is shorter than announced');
  return new File([blob], name, { type });
}
