// Tells by its first bytes a page, a script or a playlist that was sent where media should be.

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

/** True for what begins with `<`, `{` or `#EXTM3U`: no media container does. */
export function looksLikeText(first: Uint8Array): boolean {
  const head = Buffer.from(first.subarray(0, 64)).toString('latin1');
  const text = (head.startsWith(BYTE_ORDER_MARK) ? head.slice(3) : head).trimStart();
  return text.startsWith('<') || text.startsWith('{') || text.startsWith('#EXTM3U');
}
