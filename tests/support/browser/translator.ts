// What Google's translator does to a page, as a script for it: every text becomes «text» in two <font> elements, and so does
// what changes later.

/** Either the text itself is taken away, or it lies within the elements. */
export type TranslatorKind = 'replaces' | 'wraps';

/** The script. `window.unseen()` lists the texts that the page has changed while the page still shows what they were before. */
export function translator(kind: TranslatorKind): string {
  return `(() => {
    const changed = new Set();
    const { set, get } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
    Object.defineProperty(Node.prototype, 'nodeValue', { get, set(value) {
      if (this instanceof Text && value !== this.data && value !== '') changed.add(this);
      set.call(this, value);
    } });
    const shown = new Map();
    window.unseen = () =>
      [...changed].filter((text) => !text.isConnected && shown.get(text)?.isConnected).map((text) => text.data);
    const translate = (text) => {
      if (!text.data.trim() || text.parentElement?.closest('font, script, style, title')) return;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      const words = '«' + text.data + '»';
      if (${kind === 'replaces'}) {
        inner.textContent = words;
        changed.delete(text);
        shown.set(text, outer);
        text.replaceWith(outer);
      } else {
        text.before(outer);
        text.data = words;
        inner.append(text);
      }
    };
    const translateBelow = (node) => {
      const texts = [];
      for (const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT); walker.nextNode();) texts.push(walker.currentNode);
      texts.forEach(translate);
    };
    translateBelow(document.body);
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData') translate(target);
        for (const node of addedNodes) {
          if (!node.isConnected) continue;
          if (node instanceof Text) translate(node);
          else translateBelow(node);
        }
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  })()`;
}
