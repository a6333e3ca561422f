// Asks for consent to third-party scripts, and loads them only after it was given.
import * as CookieConsent from 'vanilla-cookieconsent';
import 'vanilla-cookieconsent/dist/cookieconsent.css';
import './consent.css';
import type { Language } from '../../../shared/languages.ts';
import { now } from '../../browser/clock.ts';
import { languages, loadLaterMessages } from '../../words/catalogues.ts';
import { sayIn } from '../../words/say.ts';

const MEASURING = 'measuring';
const DAYS_OF_AN_ANSWER = 182;
/** Elements with this attribute reopen the dialog. */
const REOPENS = '[data-consent]';
const READY = 'data-consent-language';

/** The scripts that the operator has enabled. */
type OutsideScripts = {
  readonly gtmId: string | undefined;
  readonly scriptUrl: string | undefined;
};

/** Asks once; later calls only update the language. Calls `onTagManager` once the tag manager has started. */
export async function ask(
  scripts: OutsideScripts,
  language: Language,
  onTagManager: () => void,
): Promise<void> {
  const page = document.documentElement;
  if (page.hasAttribute(READY)) {
    await CookieConsent.setLanguage(language.code);
  } else {
    listen();
    const load = () => {
      loadScripts(scripts);
      if (scripts.gtmId) onTagManager();
    };
    await CookieConsent.run(settingsFor(language, load));
  }
  page.setAttribute(READY, language.code);
}

function listen(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest(REOPENS)) CookieConsent.show(true);
  });
}

function settingsFor(language: Language, load: () => void): CookieConsent.CookieConsentConfig {
  let isLoaded = false;
  return {
    // Global Privacy Control counts as a refusal; the dialog can still be opened.
    autoShow:
      !(navigator as { readonly globalPrivacyControl?: boolean }).globalPrivacyControl &&
      !isMachine(),
    // It would take away what the link opens as well.
    hideFromBots: false,
    cookie: { name: 'consent', useLocalStorage: true, expiresAfterDays: DAYS_OF_AN_ANSWER },
    categories: { necessary: { enabled: true, readOnly: true }, [MEASURING]: {} },
    guiOptions: {
      consentModal: { layout: 'box', position: 'bottom right', equalWeightButtons: true },
    },
    language: {
      default: language.code,
      rtl: languages.filter(({ dir }) => dir === 'rtl').map(({ code }) => code),
      translations: Object.fromEntries(languages.map((one) => [one.code, () => wordsIn(one)])),
    },
    onConsent() {
      if (!CookieConsent.acceptedCategory(MEASURING)) return;
      isLoaded = true;
      load();
    },
    onChange() {
      const isWanted = CookieConsent.acceptedCategory(MEASURING);
      // Scripts that run cannot be unloaded.
      if (!isWanted && isLoaded) location.reload();
      if (isWanted && !isLoaded) {
        isLoaded = true;
        load();
      }
    },
  };
}

function isMachine(): boolean {
  return navigator.webdriver || /bot|crawl|spider|slurp|teoma/i.test(navigator.userAgent);
}

async function wordsIn(language: Language): Promise<CookieConsent.Translation> {
  const t = sayIn(language, await loadLaterMessages(language.code, 'consent'));
  return {
    consentModal: {
      label: t('consent.label'),
      title: t('consent.title'),
      description: t('consent.description'),
      acceptAllBtn: t('consent.accept'),
      acceptNecessaryBtn: t('consent.refuse'),
    },
    // No preferences dialog: there are only two answers.
    preferencesModal: { sections: [] },
  };
}

/** The visitor's answer, for scripts that do not read the data layer. */
type Answered = { keepreelConsent?: { readonly necessary: true; readonly measuring: true } };

const BEFORE = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
} as const;

/** Appends an entry; creates the list if needed. */
function pushToDataLayer(entry: object): void {
  const page = window as { dataLayer?: object[] };
  page.dataLayer ??= [];
  page.dataLayer.push(entry);
}

/** Grants consent. The question is about measuring only, so storage for advertisements stays denied. */
function handOverYes(): void {
  (window as Answered).keepreelConsent = { necessary: true, measuring: true };
  command('consent', 'default', BEFORE);
  command('consent', 'update', { analytics_storage: 'granted' });
}

function command(..._parts: readonly unknown[]): void {
  // biome-ignore lint/complexity/noArguments: the tag manager takes only `arguments` for a command, no plain array
  pushToDataLayer(arguments);
}

const GTM = 'https://www.googletagmanager.com/gtm.js';

/** Inserts the scripts after the consent entry; the server's content security policy allows exactly these. */
function loadScripts({ gtmId, scriptUrl }: OutsideScripts): void {
  handOverYes();
  if (scriptUrl) insertScript(scriptUrl);
  if (!gtmId) return;
  pushToDataLayer({ event: 'gtm.js', 'gtm.start': now() });
  insertScript(`${GTM}?${new URLSearchParams({ id: gtmId })}`);
}

function insertScript(address: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  script.addEventListener('error', () => console.warn(`${script.src} could not be loaded`));
  document.head.append(script);
}
