// Holds what a visitor does before React has taken over the page, and does it again afterwards. What the browser does by
// itself (links, fields, menus) it does at once. Prerendered parts have nothing that React would answer.

import { readClipboardEarly } from '../browser/clipboard.ts';
import { isWriting } from '../browser/is-writing.ts';
import { rootOf } from './page.ts';

/** What was done meanwhile. */
export type HeldInput = {
  /** Whether a field already differs from the document: typed before scripts ran, or restored by the browser. */
  readonly isTyped: () => boolean;
  /** Call it just before React compares the document with its own. Resolves once nothing is being composed. */
  readonly settle: () => Promise<void>;
  /** Reports what fields contain to React. Call it before anything is rendered anew, which would empty them. */
  readonly enterFields: () => void;
  /** Does the rest again. Call it once the page is interactive. */
  readonly replay: () => void;
  /** Lets the browser do what it can without scripts. */
  readonly giveUp: () => void;
};

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Held = { readonly replay: () => void; readonly giveUp?: () => void };
/** What a field contains: its text and the selection in it, whether it is ticked, or which options are selected. */
type Entered = {
  readonly find: () => Field | undefined;
  readonly value: string;
  readonly isTicked: boolean;
  readonly selection: readonly [number | null, number | null];
  readonly isFocused: boolean;
};

const IN_PART = '[data-part]';
const FIELDS = 'input, textarea, select';
const PRESSED = 'a[data-language], button:not([type=submit]):not([popovertarget])';
/** More would not be meant. */
const MAX_HELD = 20;

/** Holds from now on. `onHeld` is called whenever something is held or typed. */
export function holdInput(onHeld: () => void): HeldInput {
  const ending = new AbortController();
  const held: Held[] = [];
  const marked: HTMLElement[] = [];
  let entered: readonly Entered[] = [];
  let isEntered = false;
  let composing: Promise<unknown> = Promise.resolve();

  const hold = (one: Held) => {
    if (held.length < MAX_HELD) held.push(one);
    onHeld();
  };
  const mark = (element: HTMLElement | null) => {
    if (!element) return;
    element.dataset['pressed'] = '';
    marked.push(element);
  };
  const unmark = () => {
    for (const element of marked.splice(0)) delete element.dataset['pressed'];
  };
  const on = <Type extends keyof WindowEventMap>(
    type: Type,
    listener: (event: WindowEventMap[Type], target: Element) => void,
  ) => {
    const listen = (event: WindowEventMap[Type]) => {
      if (event.target instanceof Element) listener(event, event.target);
    };
    addEventListener(type, listen, { capture: true, signal: ending.signal });
  };

  on('click', (event, target) => {
    const pressed = target.closest<HTMLElement>(PRESSED);
    const isLanguage = pressed?.matches('a') ?? false;
    if (!pressed || (!isLanguage && pressed.closest(`${IN_PART}, [data-plain]`))) return;
    if (isLanguage && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
    if (isLanguage) event.preventDefault();
    if ('clipboard' in pressed.dataset) readClipboardEarly();
    mark(pressed);
    const find = finder(pressed);
    hold({ replay: () => find()?.click() });
  });
  on('submit', (event, form) => {
    if (!(form instanceof HTMLFormElement) || form.closest(IN_PART)) return;
    event.preventDefault();
    mark(event.submitter);
    const find = finder(form);
    const findSubmitter = event.submitter && finder(event.submitter);
    hold({
      replay: () => find()?.requestSubmit(findSubmitter?.()),
      giveUp: () => form.submit(),
    });
  });
  on('input', (_event, target) => !target.closest(IN_PART) && onHeld());
  on('compositionstart', (_event, target) => {
    composing = new Promise((resolve) =>
      target.addEventListener('compositionend', resolve, { once: true }),
    );
  });
  // The text is in its field already; a page may make more of it.
  on('paste', (event, target) => {
    if (target.closest(IN_PART) || !event.clipboardData) return;
    const again = { ...SENT, clipboardData: copyOf(event.clipboardData) };
    const find = finder(target);
    hold({ replay: () => find()?.dispatchEvent(new ClipboardEvent('paste', again)) });
  });
  on('dragover', (event) => event.preventDefault());
  on('drop', (event, target) => {
    if (!event.dataTransfer || isWriting(target)) return;
    event.preventDefault();
    const again = { ...SENT, dataTransfer: copyOf(event.dataTransfer) };
    const find = finder(target);
    hold({ replay: () => find()?.dispatchEvent(new DragEvent('drop', again)) });
  });
  return {
    isTyped: () => changedFields().length > 0,
    async settle() {
      await composing;
      unmark();
      entered = changedFields().map(read);
    },
    enterFields() {
      // From here on React hears what is done.
      ending.abort();
      // React mounts everything twice in development.
      if (!isEntered) entered.forEach(enterAgain);
      isEntered = true;
    },
    replay() {
      entered.forEach(selectAgain);
      for (const one of held) one.replay();
    },
    giveUp() {
      ending.abort();
      unmark();
      for (const one of held) one.giveUp?.();
    },
  };
}

const SENT = { bubbles: true, cancelable: true };

/** Finds an element again, also if React had to draw the page anew, as it does where a translator was faster. */
function finder<Found extends Element>(element: Found): () => Found | undefined {
  const all = () => [...document.querySelectorAll<Found>(element.localName)];
  const index = all().indexOf(element);
  return () => (element.isConnected ? element : all()[index]);
}

/** Of an event that is over, its data can no longer be read. */
function copyOf(data: DataTransfer): DataTransfer {
  const copy = new DataTransfer();
  for (const file of data.files) copy.items.add(file);
  for (const type of data.types) if (type !== 'Files') copy.setData(type, data.getData(type));
  return copy;
}

function changedFields(): Field[] {
  return [...rootOf(document).querySelectorAll<Field>(FIELDS)].filter(
    (field) => !field.closest(IN_PART) && isChanged(field),
  );
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  if (hasTick(field)) return field.checked !== field.defaultChecked;
  if (field.type === 'file') return field.value !== '';
  return field.value !== field.defaultValue;
}

function read(field: Field): Entered {
  const isSelect = field instanceof HTMLSelectElement;
  return {
    find: finder(field),
    value: field.value,
    isTicked: !isSelect && hasTick(field) && field.checked,
    selection: isSelect ? [null, null] : [field.selectionStart, field.selectionEnd],
    isFocused: field === document.activeElement,
  };
}

/** Reports a change to React, which takes what it found in a field for its own. */
function enterAgain({ find, value, isTicked, isFocused }: Entered): void {
  const field = find();
  if (!field) return;
  if (isFocused) field.focus();
  if (field instanceof HTMLSelectElement || field.type === 'file') {
    if (field.type !== 'file') field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  if (hasTick(field)) {
    field.checked = !isTicked;
    field.click();
    return;
  }
  // React notices what it is assigned: once through the field, where it looks, and once past it.
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Where the caret was, unless more was typed meanwhile. */
function selectAgain({ find, value, selection: [from, to] }: Entered): void {
  const field = find();
  if (!field || field instanceof HTMLSelectElement || field.value !== value) return;
  if (from !== null && to !== null) field.setSelectionRange(from, to);
}

function hasTick(field: HTMLInputElement | HTMLTextAreaElement): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}
