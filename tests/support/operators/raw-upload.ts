// Uploads that no well-behaved client makes: bytes on a socket, and what comes back.
import { connect, type Socket } from 'node:net';

/** A request on its way. */
export type RawUpload = {
  readonly socket: Socket;
  /** The status of the answer once it is there. */
  readonly status: Promise<number>;
  /** Once the server has closed the connection. */
  readonly closed: Promise<void>;
  /** Writes and waits until the kernel took it; false when the peer has closed. */
  readonly write: (bytes: Buffer | string) => Promise<boolean>;
};

/** Sends the head of a form of `bytes` bytes. */
export function rawUpload(
  port: number,
  {
    bytes,
    cookie,
    boundary = 'cut',
    at = '/admin/upload-trending',
  }: {
    bytes: number | 'unknown';
    cookie?: string;
    boundary?: string;
    at?: string;
  },
): RawUpload {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const status = new Promise<number>((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const found = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      if (found && text.includes('\r\n\r\n')) resolve(Number(found));
    });
    socket.once('close', () => reject(new Error('the connection closed without an answer')));
  });
  status.catch(() => undefined);
  const length = bytes === 'unknown' ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`;
  socket.write(
    [
      `POST ${at} HTTP/1.1`,
      'Host: site.example',
      length,
      ...(cookie ? [`Cookie: ${cookie}`] : []),
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      '',
      '',
    ].join('\r\n'),
  );
  return {
    socket,
    status,
    closed,
    write: (piece) =>
      new Promise((resolve) => {
        if (socket.destroyed) return resolve(false);
        const gone = () => resolve(false);
        socket.once('close', gone);
        socket.write(piece, (error) => {
          socket.off('close', gone);
          resolve(!error);
        });
      }),
  };
}

/** One part of a form, with its delimiter before it. */
export function part(disposition: string, content: Buffer | string = '', boundary = 'cut'): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}

/** The end of a form. */
export const END = Buffer.from('--cut--\r\n');
