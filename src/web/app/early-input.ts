// Holds what a visitor does before React has taken over the page, and does it again afterwards. What the browser does by
// itself (links, fields, menus) it does at once. React hears nothing of it before: it would empty fields whose text it does not
// know. Prerendered parts have nothing that React would answer.

import { readClipboard, readClipboardEarly } from '../browser/clipboard.ts';
import { isWriting } from '../browser/is-writing.ts';
import {
  changedFields,
  type Entered,
  enterAgain,
  type Field,
  fillFields,
  finder,
  IN_PART,
  isField,
  pasteAgain,
  pasteOf,
  putBack,
  readField,
  selectAgain,
} from './early-fields.ts';

/** What was done meanwhile. */
export type HeldInput = {
  /** Whether a field already differs from the document: typed before scripts ran, or restored by the browser. */
  readonly isTyped: () => boolean;
  /** Shows what a page is asked for in its fields, by their names, and that it is about to be done. */
  readonly showAsked: (texts: Readonly<Record<string, string | null>>) => void;
  /** Call it just before React compares the document with its own. Resolves once nothing is being composed. */
  readonly settle: () => Promise<void>;
  /** Call it when React has drawn the page: a field that it has replaced gets its text and the focus back. */
  readonly keepFocus: () => void;
  /** Reports what fields contain to React. Call it after the first effects, before anything is rendered anew. */
  readonly enterFields: () => void;
  /** Does the rest again. Call it once the page is interactive. */
  readonly replay: () => void;
  /** Lets the browser do what it can without scripts. */
  readonly giveUp: () => void;
};

type Held = {
  readonly replay: () => void;
  readonly giveUp?: () => unknown;
  /** The field that it is for, if a later change of it takes its place. */
  readonly field?: Element;
};
const PRESSED_MARK = 'data-pressed';
const PRESSED = 'a[data-language], button:not([type=submit]):not([popovertarget])';

/** Holds from now on. `onHeld` is called whenever something is held or typed; `takesDrops`: also things dropped on the page. */
export function holdInput(onHeld: () => void, takesDrops: boolean): HeldInput {
  const ending = new AbortController();
  let held: readonly Held[] = [];
  const marked: HTMLElement[] = [];
  /** Shows that something was pressed. */
  const mark = (element: HTMLElement | null) => {
    element?.setAttribute(PRESSED_MARK, '');
    if (element) marked.push(element);
  };
  const unmark = () => {
    for (const element of marked) element.removeAttribute(PRESSED_MARK);
  };
  let entered: readonly Entered[] = [];
  const note = (field: Field) => {
    entered = [...entered.filter(({ find }) => find() !== field), readField(field)];
  };
  let composing: Promise<unknown> = Promise.resolve();
  let focused: (() => HTMLElement | undefined) | null = null;

  const hold = (event: Event, one: Held) => {
    event.stopImmediatePropagation();
    held = [...held, one];
    onHeld();
  };
  const drop = (field: Element) => {
    held = held.filter((one) => one.field !== field);
  };
  const on = listenerUntil(ending.signal);

  holdPresses({ on, hold, mark });
  for (const type of ['input', 'change'] as const)
    on(type, (event, target) => {
      if (target.closest(IN_PART)) return;
      event.stopImmediatePropagation();
      // A field for files is the hidden part of its button.
      if (target.matches('[type=file]')) mark(target.closest('label'));
      const isPaste = event instanceof InputEvent && event.inputType === 'insertFromPaste';
      if (type === 'input' && !isPaste) drop(target);
      // A field that React replaces reports a change as well, without the focus.
      if (type === 'input' && isField(target)) note(target);
      onHeld();
    });
  on('compositionstart', (_event, target) => {
    composing = new Promise((resolve) =>
      target.addEventListener('compositionend', resolve, { once: true }),
    );
  });
  holdTransfers({ on, hold, drop }, takesDrops);
  return {
    isTyped: () => changedFields().length > 0,
    showAsked: (texts) => fillFields(texts).forEach(mark),
    async settle() {
      await composing;
      unmark();
      // Not all fields report what the browser restores.
      changedFields().forEach(note);
      const active = document.activeElement;
      focused = active instanceof HTMLElement && active !== document.body ? finder(active) : null;
    },
    keepFocus() {
      entered.forEach(putBack);
      if (document.activeElement === document.body) focused?.()?.focus();
    },
    enterFields() {
      // From here on React hears what is done.
      ending.abort();
      // Not what is in the fields: React may have rendered them again.
      entered.forEach(enterAgain);
    },
    replay() {
      unmark();
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

type Holding = {
  readonly on: ReturnType<typeof listenerUntil>;
  readonly hold: (event: Event, one: Held) => void;
};

/** Links of languages, buttons and forms. */
function holdPresses({
  on,
  hold,
  mark,
}: Holding & { readonly mark: (element: HTMLElement | null) => void }): void {
  on('click', (event, target) => {
    const pressed = target.closest<HTMLElement>(PRESSED);
    const isLanguage = pressed?.matches('a') ?? false;
    if (!pressed || (!isLanguage && pressed.closest(`${IN_PART}, [data-plain]`))) return;
    if (isLanguage && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
    if (isLanguage) event.preventDefault();
    const { paste } = pressed.dataset;
    if (paste !== undefined) readClipboardEarly();
    mark(pressed);
    const find = finder(pressed);
    hold(event, {
      replay: () => {
        const found = find();
        if (found) found.click();
        // React has put another button in its place, because of what was typed.
        else if (paste) void pasteEarly(paste);
      },
      giveUp: () => pressed instanceof HTMLAnchorElement && location.assign(pressed.href),
    });
  });
  on('submit', (event, form) => {
    if (!(form instanceof HTMLFormElement) || form.closest(IN_PART)) return;
    event.preventDefault();
    mark(event.submitter);
    const find = finder(form);
    const findSubmitter = event.submitter && finder(event.submitter);
    hold(event, {
      replay: () => find()?.requestSubmit(findSubmitter?.()),
      giveUp: () => form.submit(),
    });
  });
}

/** What is pasted or dropped. */
function holdTransfers(
  { on, hold, drop }: Holding & { readonly drop: (field: Element) => void },
  takesDrops: boolean,
): void {
  // The text is in its field already; a page may make more of it.
  on('paste', (event, target) => {
    if (target.closest(IN_PART) || !event.clipboardData) return;
    const again = pasteOf(copyOf(event.clipboardData));
    const find = finder(target);
    drop(target);
    hold(event, { field: target, replay: () => find()?.dispatchEvent(again) });
  });
  on('dragover', (event) => takesDrops && event.preventDefault());
  on('drop', (event, target) => {
    if (!takesDrops || !event.dataTransfer || isWriting(target)) return;
    event.preventDefault();
    const again = { ...SENT, dataTransfer: copyOf(event.dataTransfer) };
    const find = finder(target);
    hold(event, { replay: () => find()?.dispatchEvent(new DragEvent('drop', again)) });
  });
}

async function pasteEarly(id: string): Promise<void> {
  const field = document.getElementById(id);
  try {
    const text = await readClipboard();
    if (field instanceof HTMLInputElement) pasteAgain(field, text);
  } catch (error) {
    console.warn('the clipboard could not be read', error);
    field?.focus();
  }
}

/** Listens before everything else. */
function listenerUntil(signal: AbortSignal) {
  return <Type extends keyof WindowEventMap>(
    type: Type,
    listener: (event: WindowEventMap[Type], target: Element) => unknown,
  ) => {
    const listen = (event: WindowEventMap[Type]) => {
      if (event.target instanceof Element) listener(event, event.target);
    };
    addEventListener(type, listen, { capture: true, signal });
  };
}

const SENT = { bubbles: true, cancelable: true };

/** Of an event that is over, its data can no longer be read. */
function copyOf(data: DataTransfer): DataTransfer {
  const copy = new DataTransfer();
  for (const file of data.files) copy.items.add(file);
  for (const type of data.types) if (type !== 'Files') copy.setData(type, data.getData(type));
  return copy;
}
