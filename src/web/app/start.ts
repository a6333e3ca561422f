// The entry point in the browser. Does what needs no React, and loads React once there is something for it to do.
import { recall } from '../browser/storage.ts';
import { tabMemory } from '../features/download/flow/tab-memory.ts';
import { DISMISSED_AS, isWarned } from '../features/safari/which-warning.ts';
import { STORED_WAYS_BACK } from '../operators/shell/stored-ways-back.ts';
import { languageOf } from '../words/catalogues.ts';
import { type Begin, beginOf } from './begin.ts';
import { type HeldInput, holdInput } from './early-input.ts';
import { hearExtensions } from './hear-extensions.ts';
import { readFacts, readSite, rootOf } from './page.ts';
import { followSlashKey } from './slash-key.ts';
import { followThemeSwitch } from './theme.ts';
import { createVisit, type Visit } from './visit.ts';
import '../styles/main.css';

const SIGNS = [
  'mousemove',
  'pointerdown',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
  'dragenter',
];

const page = readFacts(document);
const visit = createVisit(readSite(document).build);
visit.show(page, languageOf(page.language));
followThemeSwitch();
followSlashKey();
hearExtensions();
start(beginOf(page.route));

function start(when: Begin): void {
  let isBegun = false;
  const begin = (sign?: Event) => {
    // Browsers also send a move when a page comes to lie under a mouse at rest.
    const isAtRest = sign instanceof MouseEvent && sign.type === 'mousemove' && isStill(sign);
    if (isBegun || isAtRest) return;
    isBegun = true;
    for (const sign of SIGNS) removeEventListener(sign, begin, true);
    void takeOver(visit, input);
  };
  const isText = when === 'press';
  const input = holdInput(begin, !isText);
  // Everything that is pressed or typed from here on has its effect; browser tests wait for this attribute.
  document.documentElement.dataset['ready'] = '';
  if (when === 'load' || (!isText && isContinued()) || input.isTyped()) begin();
  else if (!isText || hasWarning())
    for (const sign of SIGNS) addEventListener(sign, begin, { capture: true, passive: true });
}

function isStill({ movementX, movementY }: MouseEvent): boolean {
  return movementX === 0 && movementY === 0;
}

async function takeOver(shown: Visit, input: HeldInput): Promise<void> {
  const { dataset } = document.documentElement;
  dataset['loading'] = '';
  preloadScripts();
  try {
    const { hydrate } = await import('./hydrate.tsx');
    await hydrate(shown, input);
    input.replay();
    dataset['live'] = '';
  } catch (error) {
    console.error('the scripts of this page could not be loaded', error);
    input.giveUp();
  } finally {
    delete dataset['loading'];
  }
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

/** Some browsers get a warning on every page. */
function hasWarning(): boolean {
  return isWarned('page', navigator, (place) => recall(DISMISSED_AS[place]) !== null);
}

/** Whether the address or the browser says what the page is to do. */
function isContinued(): boolean {
  if (location.search + location.hash !== '') return true;
  return STORED_WAYS_BACK.some(recall) || tabMemory.read() !== null;
}
