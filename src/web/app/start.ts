// The entry point in the browser. Does what needs no React, and loads React once there is something for it to do.
import '../styles/main.css';
import { FROM_EXTENSION, FROM_PAGE } from '../../shared/extension.ts';
import { isWriting } from '../browser/is-writing.ts';
import { recall } from '../browser/storage.ts';
import { tabMemory } from '../features/download/flow/tab-memory.ts';
import { DISMISSED_AS, isWarned } from '../frame/safari/which-warning.ts';
import { STORED_WAYS_BACK } from '../operators/shell/stored-ways-back.ts';
import { readFacts, readSite, rootOf } from '../page/page.ts';
import { languageOf } from '../words/catalogues.ts';
import type { Begin } from './begin.ts';
import { type HeldInput, holdInput } from './early-input.ts';
import { followCopyButton } from './share-links.ts';
import { followThemeSwitch } from './theme.ts';
import { createVisit } from './visit.ts';

const OWN_BOX = '#video-url-input, #search-box';

/** Handles the key unless something else takes it. */
function followSlashKey(): void {
  // On the window, after the keys of a page's own, which listen on the document.
  window.addEventListener('keydown', focusBox);
}

function focusBox(event: KeyboardEvent): void {
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing);
  if (event.key !== '/' || !isPlain || event.defaultPrevented || isWriting(event.target)) return;
  if (document.querySelector('dialog[open]')) return;
  event.preventDefault();
  const own = document.querySelector<HTMLInputElement>(OWN_BOX);
  own?.focus();
  own?.select();
  // Its popover focuses its box by itself.
  if (!own) document.getElementById('site-search')?.showPopover?.();
}

const SIGNS = ['mousemove', 'pointerdown', 'wheel', 'scroll', 'keydown', 'focusin', 'dragenter'];

const page = readFacts(document);
const visit = createVisit(readSite(document).build);
visit.show(page, languageOf(page.language));
followThemeSwitch();
followSlashKey();
followCopyButton();
hearExtensions();
start(rootOf(document).dataset['begin'] as Begin);

function start(when: Begin): void {
  const isText = when === 'press';
  const { input, begin } = hold(!isText);
  input.showAsked(readAsked());
  // Everything that is pressed or typed from here on has its effect; browser tests wait for this attribute.
  document.documentElement.dataset['ready'] = '';
  const onSign = (sign: Event) => {
    // Browsers also send a move when a page comes to lie under a mouse at rest.
    if (sign instanceof MouseEvent && sign.type === 'mousemove' && isStill(sign)) return;
    for (const type of SIGNS) removeEventListener(type, onSign, true);
    begin();
  };
  if (when === 'load' || (!isText && isContinued()) || input.isTyped()) begin();
  else if (!isText || hasWarning())
    for (const type of SIGNS) addEventListener(type, onSign, { capture: true, passive: true });
}

/** Holds input until React takes over, which the first held input, or `begin`, starts. */
function hold(takesDrops: boolean): { readonly input: HeldInput; readonly begin: () => void } {
  let isBegun = false;
  const begin = () => {
    if (isBegun) return;
    isBegun = true;
    void takeOver(input).then((isLive) => {
      if (!isLive) hold(takesDrops);
    });
  };
  const input = holdInput(begin, takesDrops);
  return { input, begin };
}

function isStill({ movementX, movementY }: MouseEvent): boolean {
  return movementX === 0 && movementY === 0;
}

/** Resolves to false if the scripts could not be loaded: the page says so, and the next press tries again. */
async function takeOver(input: HeldInput): Promise<boolean> {
  preloadScripts();
  try {
    const { hydrate } = await import('./hydrate.tsx');
    await hydrate(visit, input);
  } catch (error) {
    console.error('the scripts of this page could not be loaded', error);
    showMissing(true);
    input.giveUp();
    return false;
  }
  showMissing(false);
  input.replay();
  document.documentElement.dataset['live'] = '';
  return true;
}

function showMissing(isMissing: boolean): void {
  const note = document.getElementById('scripts-missing');
  if (note) note.hidden = !isMissing;
}

/** Fetches all of them at once: one would name the next only when it has arrived. */
function preloadScripts(): void {
  for (const href of rootOf(document).dataset['scripts']?.split(' ') ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}

/** What the address, or a download of this tab, says that the page is to do, by the name of its field. */
function readAsked() {
  const query = new URLSearchParams(location.search);
  // Fields of one line drop line breaks.
  const link = query.get('u') || query.get('url') || query.get('text')?.replace(/\s+/g, ' ');
  return { url: link || (tabMemory.read()?.url ?? null), q: query.get('q') };
}

/** Some browsers get a warning on every page. */
function hasWarning(): boolean {
  return isWarned('page', navigator, (place) => recall(DISMISSED_AS[place]) !== null);
}

/** Whether the address or the browser says what the page is to do; a download of this tab has filled its field. */
function isContinued(): boolean {
  return location.search + location.hash !== '' || STORED_WAYS_BACK.some((key) => recall(key));
}

/** Listens from now on. */
function hearExtensions(): void {
  const hear = (event: MessageEvent) => {
    if (event.source !== window || event.data?.source !== FROM_EXTENSION) return;
    removeEventListener('message', hear);
    import('../features/extension/index.tsx').then(
      ({ answerExtensions }) => answerExtensions(event),
      console.warn,
    );
  };
  addEventListener('message', hear);
  postMessage({ source: FROM_PAGE, action: 'ping' }, location.origin);
}
