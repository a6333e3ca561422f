// Shares a page, without React: the links to networks, and the button that copies the address of the page.
import type { TitledFacts } from '../page/page.ts';

const CONFIRMATION_MS = 2000;
let address = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Lets the share box in the footer share this page. */
export function targetShareLinks({ href, title }: TitledFacts): void {
  address = location.origin + href;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-share]')) {
    const { share = '' } = link.dataset;
    const filled = share.replace('{url}', () => encodeURIComponent(address));
    link.href = filled.replace('{title}', () => encodeURIComponent(title));
  }
  const byHand = document.getElementById('copy-by-hand');
  if (byHand) byHand.hidden = true;
}

/** Handles clicks on the button. */
export function followCopyButton(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-plain=copy]');
    if (button) void copy(button);
  });
}

async function copy(button: HTMLElement): Promise<void> {
  try {
    // On plain http there is no clipboard API.
    await navigator.clipboard.writeText(address);
    button.dataset['done'] = '';
    clearTimeout(timer);
    timer = setTimeout(() => delete button.dataset['done'], CONFIRMATION_MS);
  } catch (error) {
    console.info('the address could not be copied', error);
    const byHand = document.getElementById('copy-by-hand');
    const field = byHand?.querySelector('input');
    if (!byHand || !field) return;
    byHand.hidden = false;
    field.value = address;
    field.onfocus = () => field.select();
    field.focus();
  }
}
