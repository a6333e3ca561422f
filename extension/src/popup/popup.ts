// The popup: looks at the link of the tab, and shows one thing at a time, from the choices to the saved file.
import { loadWords, speak } from '../words.ts';
import { createPopup } from './steps.ts';

const words = await loadWords();
speak(document, words);
const main = document.querySelector('main');
if (!main) throw new TypeError('the popup has no main element');
await createPopup(words, main).open();
