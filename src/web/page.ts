// The plain first page: reads the link in the browser, asks the server what it is, and shows the answer.
import type { ErrorAnswer, InspectAnswer } from '../shared/api.ts';
import { findLink, readLink } from '../shared/link.ts';
import { PLATFORMS } from '../shared/platforms/index.ts';
import { showInspection } from './show-inspection.ts';

const form = document.querySelector<HTMLFormElement>('#link-form');
const input = document.querySelector<HTMLInputElement>('#video-url-input');
const hint = document.querySelector<HTMLElement>('#hint');
const result = document.querySelector<HTMLElement>('#result');
if (!form || !input || !hint || !result) throw new TypeError('the page lacks its link box');

let running: AbortController | null = null;

/** Asks the server; any answer that is not the inspection becomes a sentence. */
async function inspect(url: string, signal: AbortSignal): Promise<InspectAnswer | string> {
  const response = await fetch('/api/inspect', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url }),
    signal,
  });
  const answer = (await response.json()) as InspectAnswer | ErrorAnswer;
  return answer.success ? answer : answer.message;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const text = findLink(input.value) ?? input.value.trim();
  if (text === '') {
    hint.textContent = 'Please enter a URL';
    input.focus();
    return;
  }
  const reading = readLink(text);
  if (reading.kind === 'refused' && reading.code === 'invalid_url') {
    hint.textContent = 'Invalid URL format. Must start with http:// or https://';
    input.focus();
    return;
  }
  running?.abort();
  const mine = new AbortController();
  running = mine;
  if (reading.kind === 'link') input.value = reading.link.address;
  const platform =
    reading.kind === 'link'
      ? reading.link.platform
      : reading.kind === 'short'
        ? reading.short.platform
        : null;
  hint.textContent = platform ? `Asking ${PLATFORMS[platform].label}…` : 'Looking at the link…';
  result.hidden = true;
  form.setAttribute('aria-busy', 'true');
  try {
    const answer = await inspect(text, mine.signal);
    hint.textContent = typeof answer === 'string' ? answer : '';
    if (typeof answer === 'string') return;
    result.replaceChildren(showInspection(answer));
    result.hidden = false;
    result.focus();
  } catch (error) {
    if (mine.signal.aborted) return;
    console.error(error);
    hint.textContent = 'Error analyzing URL. Please try again.';
  } finally {
    if (running === mine) form.removeAttribute('aria-busy');
  }
});

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !form.hasAttribute('aria-busy')) return;
  running?.abort();
  hint.textContent = 'Cancelled.';
});
