// Draws an inspection as DOM nodes; every word from outside goes in as text, never as markup.
import type { InspectAnswer, InspectItem, Offer } from '../shared/api.ts';

const PLACES: Readonly<Record<Offer['playsOn'][number], string>> = {
  everything: 'plays everywhere',
  computers: 'computers',
  recentPhones: 'recent phones',
  recentTvs: 'recent TVs',
};

const NAMES: Readonly<Record<string, string>> = {
  high: 'HD Quality',
  medium: 'Standard',
  low: 'Compact',
  'original-sound': 'Original sound',
  photo: 'Photo',
};

/** The whole result: what the post is, then its items. */
export function showInspection(answer: InspectAnswer): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const about = [answer.platformName, answer.media.author].filter(Boolean).join(' · ');
  fragment.append(element('h2', answer.media.title), element('p', about, 'soft'));
  for (const item of answer.items) fragment.append(showItem(item, answer.items.length > 1));
  return fragment;
}

function showItem(item: InspectItem, isOneOfMany: boolean): HTMLElement {
  const article = document.createElement('article');
  if (item.thumbnailUrl) {
    const picture = document.createElement('img');
    picture.src = item.thumbnailUrl;
    picture.alt = '';
    picture.loading = 'lazy';
    article.append(picture);
  }
  const facts = [
    isOneOfMany ? `${item.index}` : null,
    item.kind,
    item.durationSeconds === null ? null : clock(item.durationSeconds),
    item.chapters.length > 0 ? `${item.chapters.length} chapters` : null,
    item.subtitles.length > 0
      ? `subtitles: ${[...new Set(item.subtitles.map((one) => one.language))].join(', ')}`
      : null,
  ];
  article.append(element('p', facts.filter(Boolean).join(' · '), 'soft'));
  const scroll = element('div', '', 'table');
  scroll.append(showOffers(item.offers));
  article.append(scroll);
  return article;
}

function showOffers(offers: readonly Offer[]): HTMLTableElement {
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const name of ['Choice', 'What it is', 'Where it plays']) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = name;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const offer of offers) {
    const row = body.insertRow();
    const name =
      NAMES[offer.id] ?? (offer.id.startsWith('mp3-') ? 'MP3' : offer.container.toUpperCase());
    const sound = offer.hasSound === 'no' && offer.container !== 'image' ? ' · no sound' : '';
    row.insertCell().textContent = name;
    row.insertCell().textContent = offer.label + sound;
    row.insertCell().textContent = offer.playsOn.map((place) => PLACES[place]).join(', ');
  }
  return table;
}

function element(tag: 'p' | 'h2' | 'div', text: string, className = ''): HTMLElement {
  const node = document.createElement(tag);
  node.textContent = text;
  if (className) node.className = className;
  return node;
}

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':');
}
