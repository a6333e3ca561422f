// A client of the operators' side that is signed in and sends forms with films, as browsers do.
import type { UploadFixture } from './upload-fixture.ts';

/** A trending video as operators get it. */
export type Item = { id: string; videoUrl: string; version: number; [field: string]: unknown };

/** Fields of a form; bytes are a file. */
export type Fields = Readonly<Record<string, string | Buffer>>;

/** A form as browsers make it. */
export function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)], { type: 'video/mp4' }), 'a.mp4');
  }
  return form;
}

/** Status and code of a failure. */
export async function codeOf(answer: Response): Promise<[number, string]> {
  return [answer.status, ((await answer.json()) as { code: string }).code];
}

/** Sends forms and JSON as the operator; `film` is what is added where a test names none. */
export function clientOf(fixture: () => UploadFixture, cookie: () => string, film: () => Buffer) {
  const send = (method: string, at: string, body?: FormData | object, headers = {}) => {
    const isForm = body instanceof FormData;
    return fetch(fixture().origin + at, {
      method,
      headers: {
        cookie: cookie(),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
  };
  const upload = (fields: Fields) => send('POST', '/admin/upload-trending', formOf(fields));
  return {
    send,
    upload,
    async add(fields: Fields = {}): Promise<Item> {
      const answer = await upload({ title: 'A walk', featured: 'false', file: film(), ...fields });
      if (answer.status !== 201) throw new Error(`an upload answered ${answer.status}`);
      return (await answer.json()) as Item;
    },
    list: async () => (await (await send('GET', '/admin/trending')).json()) as Item[],
  };
}
