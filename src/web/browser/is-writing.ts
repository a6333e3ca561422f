// Whether keys and pasted text belong to an element, for what listens on the whole page.

/** Returns whether the element takes typed or pasted text itself. */
export function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
