import { expect, it } from 'vitest';
import type { Language } from '../../shared/languages.ts';
import { pageFacts } from './page-facts.ts';

const language = (tag: string, intl = tag): Language => ({
  code: tag,
  name: tag,
  tag,
  prefix: '',
  dir: 'ltr',
  intl,
});
const known = {
  site: { name: 'Ann & Bob' },
  origin: 'https://v.example',
  limits: { fileTtlMinutes: 60, maxDurationMinutes: 1440, maxFileGigabytes: 2.5 },
  sourceUrl: '/source.tar.gz',
  rating: null,
  nowMs: Date.parse('2031-05-01T12:00:00Z'),
} as Parameters<typeof pageFacts>[0];

it.each([
  ['en', 'en', '60 minutes', '1,440 minutes', '2.5 GB'],
  ['de', 'de', '60 Minuten', '1.440 Minuten', '2,5 GB'],
  // Latin is written with the numbers of Italian, without its words.
  ['la', 'it', '60 min', '1440 min', '2,5 GB'],
])('limits are said in the language of the page: %s', (tag, intl, kept, longest, largest) => {
  const facts = pageFacts(known, language(tag, intl));
  const said = [facts['file_ttl'], facts['max_duration'], facts['max_file']];
  expect(said.map((text) => text?.replace(/\s/g, ' '))).toEqual([kept, longest, largest]);
});

it('a rating is named once there is one', () => {
  const ratingOf = (rating: typeof known.rating) => {
    const facts = pageFacts({ ...known, rating }, language('en'));
    return [facts['rating_average'], facts['rating_count']];
  };
  expect(ratingOf(null)).toEqual([undefined, undefined]);
  expect(ratingOf({ average: 4.25, count: 20 })).toEqual(['4.3', '20']);
});

it('consent is asked for either script of others, and not without one', () => {
  const asked = (site: object) =>
    pageFacts({ ...known, site: { ...known.site, ...site } }, language('en'))['asks_consent'];
  expect(asked({})).toBeUndefined();
  expect(asked({ gtmId: 'GTM-1' })).toBe('GTM-1');
  expect(asked({ consentScriptUrl: 'https://c.example/x.js' })).toBe('https://c.example/x.js');
});

it('an unknown origin is empty, so that addresses are paths', () => {
  expect(pageFacts({ ...known, origin: null }, language('en'))['public_url']).toBe('');
  expect(pageFacts(known, language('en'))).toMatchObject({
    public_url: 'https://v.example',
    max_upload: '50 MB',
    site_name: 'Ann & Bob',
    source_url: '/source.tar.gz',
  });
});

it('whoever runs the site is named with all there is, and nobody else', () => {
  const site = {
    name: 'Films',
    operatorName: 'Ann',
    operatorAddress: 'Street 1',
    contactEmail: 'ann@v.example',
    agent: { name: 'Bob', address: 'Road 2', email: 'bob@v.example' },
    telegramUrl: 'https://t.example/films',
    gtmId: 'GTM-1',
    consentScriptUrl: 'https://c.example/x.js',
  } as typeof known.site;
  const named = (of: typeof known.site) => pageFacts({ ...known, site: of }, language('en'));
  const facts = {
    operator_name: 'Ann',
    operator_address: 'Street 1',
    contact_email: 'ann@v.example',
    agent_name: 'Bob',
    agent_address: 'Road 2',
    agent_email: 'bob@v.example',
    telegram_url: 'https://t.example/films',
    gtm_id: 'GTM-1',
    consent_script_url: 'https://c.example/x.js',
  };
  expect(named(site)).toMatchObject(facts);
  for (const name of Object.keys(facts)) expect(named(known.site)[name], name).toBeUndefined();
});

it('the year is the current one, whenever the pages were built', () => {
  expect(pageFacts(known, language('en'))['year']).toBe('2031');
});

it.each([
  ['en', 'en', 'Bluesky, Reddit, and Twitch Clips'],
  ['de', 'de', 'Bluesky, Reddit und Twitch Clips'],
  ['la', 'it', 'Bluesky, Reddit, Twitch Clips'],
])('extra sites are listed in the language of the page: %s', (tag, intl, listed) => {
  const extraSites = ['Bluesky', 'Reddit', 'Twitch Clips'];
  const named = { ...known, site: { ...known.site, extraSites } };
  expect(pageFacts(named, language(tag, intl))['extra_sites']).toBe(listed);
  expect(pageFacts(known, language(tag, intl))['extra_sites']).toBe('');
});
