// What fields contain before React has taken over the page, and how it is reported to React.
import { rootOf } from '../page/page.ts';

/** What can be filled in. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** What a field contains: its text and the selection in it, whether it is ticked, or which option is selected. */
export type Entered = {
  readonly find: () => Field | undefined;
  readonly value: string;
  readonly isTicked: boolean;
  readonly selection: readonly [number | null, number | null];
};

/** Prerendered parts, in which React has nothing. */
export const IN_PART = '[data-part]';
const FIELDS = 'input, textarea, select';

/**
 * Finds an element again, also if React had to draw the page anew, as it does where a translator was faster; nothing if
 * React has put something else in its place.
 */
export function finder<Found extends Element>(element: Found): () => Found | undefined {
  const all = () => [...document.querySelectorAll<Found>(element.localName)];
  const index = all().indexOf(element);
  return () => {
    const found = element.isConnected ? element : all()[index];
    return found?.className === element.className ? found : undefined;
  };
}

/** The fields that differ from the document: typed before scripts ran, or restored by the browser. */
export function changedFields(): Field[] {
  return [...rootOf(document).querySelectorAll<Field>(FIELDS)].filter(
    (field) => !field.closest(IN_PART) && isChanged(field),
  );
}

/** Whether an element is one. */
export function isField(element: Element): element is Field {
  return element.matches(FIELDS);
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  if (hasTick(field)) return field.checked !== field.defaultChecked;
  if (field.type === 'file') return field.value !== '';
  return field.value !== field.defaultValue;
}

/** Reads what a field contains. */
export function readField(field: Field): Entered {
  const isSelect = field instanceof HTMLSelectElement;
  return {
    find: finder(field),
    value: field.value,
    isTicked: !isSelect && hasTick(field) && field.checked,
    selection: isSelect ? [null, null] : [field.selectionStart, field.selectionEnd],
  };
}

/** Puts a text into the field that React has put in place of its own, before anything else is typed there. */
export function putBack({ find, value }: Entered): void {
  const field = find();
  if (field && field.type !== 'file') field.value = value;
}

/** Reports a change to React, which takes what it found in a field for its own. */
export function enterAgain({ find, value, isTicked }: Entered): void {
  const field = find();
  // Of radio buttons, the one that is ticked is enough.
  if (!field || (field.type === 'radio' && !isTicked)) return;
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
  type(field, value);
}

function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  // React notices what it is assigned: once through the field, where it looks, and once past it.
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Fills the empty fields of these names. Returns the buttons that would send them. */
export function fillFields(texts: Readonly<Record<string, string | null>>): HTMLElement[] {
  const fields = rootOf(document).querySelectorAll<HTMLInputElement>('form input[name]');
  return [...fields].flatMap((field) => {
    const text = texts[field.name];
    if (!text || field.value !== '' || field.closest(IN_PART)) return [];
    field.value = text;
    return field.form?.querySelector<HTMLElement>('[type=submit]') ?? [];
  });
}

/** Sends a pasted text to a field, and types it there if no more is made of it. */
export function pasteAgain(field: HTMLInputElement, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  field.focus();
  if (field.dispatchEvent(pasteOf(clipboardData))) type(field, text.trim());
}

/** Makes the event of a paste. */
export function pasteOf(clipboardData: DataTransfer): Event {
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
  // The constructor of some browsers does not take it.
  return Object.defineProperty(event, 'clipboardData', { value: clipboardData });
}

/** Puts the caret where it was, unless more was typed meanwhile. */
export function selectAgain({ find, value, selection: [from, to] }: Entered): void {
  const field = find();
  if (!field || field instanceof HTMLSelectElement || field.value !== value) return;
  if (from !== null && to !== null) field.setSelectionRange(from, to);
}

function hasTick(field: HTMLInputElement | HTMLTextAreaElement): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}
