// The options page: the address of the server, and the connection with it.
import { ask } from '../ask.ts';
import { browser } from '../browser.ts';
import { button, element } from '../page/elements.ts';
import { readAddress } from '../read-address.ts';
import { forgetServer, patternOf, readPreset, readSettings, saveServer } from '../settings.ts';
import { loadWords, speak } from '../words.ts';

const words = await loadWords();
const { t } = words;
speak(document, words);
document.title = t('extension.optionsTitle');
const state = element('p', { id: 'state', attributes: { role: 'status' } });
const box = element('input', {
  type: 'text',
  id: 'server',
  inputMode: 'url',
  autocomplete: 'off',
  spellcheck: false,
  dir: 'ltr',
  placeholder: 'https://video.example',
  attributes: { 'aria-describedby': 'hint state' },
});
const language = languageChoice();
const disconnect = button(t('extension.disconnect'), 'secondary', () => void leave());
const connect = element('button', { type: 'submit', className: 'btn btn-primary' });
const form = element(
  'form',
  { noValidate: true },
  element('label', { htmlFor: 'server' }, t('extension.serverLabel')),
  box,
  element('p', { className: 'soft', id: 'hint' }, t('extension.serverHint')),
  element('div', { className: 'actions' }, connect, disconnect),
  state,
);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void join();
});
document
  .querySelector('main')
  ?.append(
    element('h1', {}, t('extension.optionsHeading')),
    element('p', {}, t('extension.optionsText')),
    form,
    element('label', { htmlFor: 'language' }, t('extension.languageLabel')),
    language,
  );
browser.storage.local.onChanged.addListener(() => void show());
await show();
if (box.value === '') box.value = (await readPreset()) ?? '';
box.focus();

/** The language of the extension. Browsers do not know all that the site has. */
function languageChoice(): HTMLSelectElement {
  const made = element(
    'select',
    { id: 'language' },
    element('option', { value: '' }, t('extension.languageOfBrowser')),
    ...words.languages.map(({ code, name, tag }) =>
      element('option', { value: code, lang: tag }, name),
    ),
  );
  made.value = words.chosen ?? '';
  made.addEventListener('change', () => void speakNow(made.value));
  return made;
}

async function speakNow(code: string): Promise<void> {
  if (code === '') await browser.storage.local.remove('language');
  else await browser.storage.local.set({ language: code });
  location.reload();
}

async function join(): Promise<void> {
  const server = readAddress(box.value);
  if (server === null) return say('extension.addressWrong', true);
  // At once: the browser asks the visitor only as an answer to a press of a button.
  const isAllowed = await browser.permissions.request({ origins: [patternOf(server)] });
  if (!isAllowed) return say('extension.notAllowed', true);
  const before = await readSettings();
  if (before.server !== null && patternOf(before.server) !== patternOf(server))
    await browser.permissions.remove({ origins: [patternOf(before.server)] });
  await saveServer(server);
  await ask({ kind: 'connect' });
  say('extension.confirmThere', false);
}

/** The key is forgotten here; the site's own list of connected extensions revokes it. */
async function leave(): Promise<void> {
  const { server } = await readSettings();
  await forgetServer();
  if (server !== null) await browser.permissions.remove({ origins: [patternOf(server)] });
  await show();
}

async function show(): Promise<void> {
  const { server, key } = await readSettings();
  if (server !== null && document.activeElement !== box) box.value = server;
  const isConnected = server !== null && key !== null;
  connect.textContent = t(isConnected ? 'extension.connectAgain' : 'extension.connect');
  disconnect.hidden = server === null;
  state.className = isConnected ? 'good' : 'soft';
  state.textContent = isConnected ? t('extension.connectedTo', { server }) : '';
}

function say(key: Parameters<typeof t>[0], isProblem: boolean): void {
  box.ariaInvalid = String(isProblem);
  state.className = isProblem ? 'problem' : 'soft';
  state.textContent = t(key);
}
