// Recognizes a page, a script or a playlist in place of media by its first bytes.

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

/** True for bytes that begin with `<`, `{` or `#EXTM3U`: no media container does. */
export function looksLikeText(first: Uint8Array): boolean {
  const head = Buffer.from(first.subarray(0, 64)).toString('latin1');
  const text = (head.startsWith(BYTE_ORDER_MARK) ? head.slice(3) : head).trimStart();
  return text.startsWith('<') || text.startsWith('{') || text.startsWith('#EXTM3U');
}
