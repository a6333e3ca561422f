// Keeps a page working that a translator has changed. Google's puts <font> elements in the place of text nodes; React still
// holds the text nodes: it would change them unseen, and could not remove them or insert before them
// (https://github.com/facebook/react/issues/11538).

/** What stands in a text's place. */
const standIns = new WeakMap<Node, Element>();
const guarded = new WeakSet<Node>();

/** Watches the page from now on. */
export function followTranslations(): void {
  const changes = new MutationObserver((records) => {
    // The changed text comes back, and is translated anew.
    for (const { target } of records)
      if (!target.isConnected) standIns.get(target)?.replaceWith(target);
  });
  const replacements = new MutationObserver((records) => {
    const taken = new Set<Node>();
    for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.parentNode === target) continue;
        const beside = [childWith(target, text), ...addedNodes, previousSibling, nextSibling];
        const standIn = beside.find((node) => isFont(node) && !taken.has(node));
        if (!isFont(standIn)) continue;
        taken.add(standIn);
        standIns.set(text, standIn);
        changes.observe(text, { characterData: true });
        guard(target);
      }
    }
  });
  replacements.observe(document.body, { childList: true, subtree: true });
}

function isFont(node: Node | null | undefined): node is Element {
  return node?.nodeName === 'FONT';
}

/** The child of the parent that a text was moved into, if it was. */
function childWith(parent: Node, node: Node | null | undefined): Node | null | undefined {
  return node && node.parentNode !== parent ? childWith(parent, node.parentNode) : node;
}

/** Lets this parent find what stands for a replaced text; everything else fails as before. */
function guard(parent: Node): void {
  if (guarded.has(parent)) return;
  guarded.add(parent);
  const { removeChild, insertBefore } = parent;
  // What stands there may have been put into another one since.
  const placeOf = (node: Node): Node => {
    const place = childWith(parent, node) ?? childWith(parent, standIns.get(node));
    return isFont(place) ? place : node;
  };
  parent.removeChild = (child) => {
    removeChild.call(parent, placeOf(child));
    return child;
  };
  parent.insertBefore = (node, before) => {
    insertBefore.call(parent, node, before && placeOf(before));
    return node;
  };
}
