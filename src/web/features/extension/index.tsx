// The bridge to browser extensions, loaded when one is there: answers it, asks the visitor, and shows what is connected.
import './extension.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { now } from '../../browser/clock.ts';
import { languages, loadLaterMessages, loadMessages } from '../../words/catalogues.ts';
import { WordsProvider } from '../../words/words.tsx';
import { createBridge } from './bridge.ts';
import { ExtensionPart } from './extension-part.tsx';

const NONCE_BYTES = 16;

/** Starts the bridge; `first` is the message with which an extension showed itself. */
export async function answerExtensions(first: MessageEvent): Promise<void> {
  const bridge = createBridge({ page: window, nonce: newNonce(), now });
  addEventListener('message', bridge.hear);
  bridge.hear(first);
  // Beside the page's own root: pages come and go, and the links stay.
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const draw = async () => {
    const language = languages.find(({ tag }) => tag === document.documentElement.lang);
    if (!language) return;
    const { code } = language;
    const [all, own] = await Promise.all([
      loadMessages(code),
      loadLaterMessages(code, 'extension'),
    ]);
    root.render(
      <StrictMode>
        <WordsProvider language={language} messages={{ ...all, ...own }}>
          <ExtensionPart bridge={bridge} />
        </WordsProvider>
      </StrictMode>,
    );
  };
  const follow = () =>
    draw().catch((error: unknown) => console.warn('the extensions cannot be shown', error));
  new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ['lang'] });
  await follow();
}

/** Random; `randomUUID` is missing where the site is not served over https. */
function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
