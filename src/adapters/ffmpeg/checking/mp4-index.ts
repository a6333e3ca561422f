// Finds boxes within the bytes of an MP4's index. Pure; boxes that are cut or overlap their parent are left out.
import { boxIn } from './mp4-layout.ts';

/** A box of the index; `body` is its content. */
export type IndexBox = { readonly type: string; readonly body: DataView };

const MAX_CHILDREN = 10_000;

/** The boxes in `body` from byte `from` on. */
export function boxesIn(body: DataView, from = 0): IndexBox[] {
  const boxes: IndexBox[] = [];
  for (let at = from; at + 8 <= body.byteLength && boxes.length < MAX_CHILDREN; ) {
    const left = Math.min(16, body.byteLength - at);
    const header = new Uint8Array(body.buffer, body.byteOffset + at, left);
    const box = boxIn(header, at, body.byteLength);
    if (!box || box.end > body.byteLength) break;
    const content = new DataView(body.buffer, body.byteOffset + box.body, box.end - box.body);
    boxes.push({ type: box.type, body: content });
    at = box.end;
  }
  return boxes;
}

/** The first child of this type, or the one at the end of a path of types. */
export function childOf(box: IndexBox, ...path: readonly string[]): IndexBox | undefined {
  let found: IndexBox | undefined = box;
  for (const type of path) found = found && boxesIn(found.body).find((each) => each.type === type);
  return found;
}
