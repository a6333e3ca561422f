// The bridge to browser extensions, loaded when one is there: answers it, asks the visitor, and shows what is connected.
import './extension.css';
import { Puzzle } from 'lucide-react';
import { StrictMode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import type { OwnKey } from '../../../shared/api/keys.ts';
import { now } from '../../browser/clock.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { languages, loadLaterMessages, loadMessages } from '../../words/catalogues.ts';
import { useWords, WordsProvider } from '../../words/words.tsx';
import { type Bridge, createBridge, type Question } from './bridge.ts';
import { calls } from './calls.ts';

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

/** What the visitor sees of extensions: a line at the end of the page, a panel with switches, and the question of a new one. */
function ExtensionPart({ bridge }: { readonly bridge: Bridge }) {
  const { t } = useWords();
  const { links, question } = useSyncExternalStore(bridge.subscribe, bridge.state);
  const { keys, reload } = useOwnKeys();
  const [isOpen, setIsOpen] = useState(false);
  const granted = links.map((link) => link.grant()?.id ?? '').join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when a link was granted or closed
  useEffect(reload, [granted, reload]);
  return (
    <>
      {keys.length > 0 && (
        <aside className="extensions" aria-label={t('extension.panelHeading')}>
          <Button variant="quiet" icon={Puzzle} onClick={() => setIsOpen(true)}>
            {t('extension.panelButton', { count: keys.length })}
          </Button>
        </aside>
      )}
      <ConnectedPanel
        isOpen={isOpen}
        keys={keys}
        onClose={() => setIsOpen(false)}
        onSwitchedOff={(id) => {
          bridge.drop(id);
          reload();
        }}
      />
      <ConnectDialog question={question} />
    </>
  );
}

/** Those that work; empty until they are known. `reload` reads them again. */
function useOwnKeys(): { readonly keys: readonly OwnKey[]; readonly reload: () => void } {
  const [keys, setKeys] = useState<readonly OwnKey[]>([]);
  const reload = useCallback(() => {
    calls
      .keys()
      .then(setKeys, (error: unknown) => console.warn('the keys could not be read', error));
  }, []);
  useEffect(() => {
    // They may have been switched off in another tab.
    const look = () => document.visibilityState === 'visible' && reload();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);
  return { keys, reload };
}

type Step =
  | { readonly kind: 'asked' | 'connecting' | 'failed' }
  | { readonly kind: 'done'; readonly name: string };

/** An extension can open the dialog under a click that was meant for something else. */
const READING_MS = 1000;

/** Makes the key of an extension after a yes. Open while there is a question, and until its answer was read. */
function ConnectDialog({ question }: { readonly question: Question | null }) {
  const { t } = useWords();
  const [step, setStep] = useState<Step>({ kind: 'asked' });
  const [isReadable, setIsReadable] = useState(false);
  useEffect(() => {
    if (!question) return;
    setStep({ kind: 'asked' });
    setIsReadable(false);
    const timer = setTimeout(() => setIsReadable(true), READING_MS);
    return () => clearTimeout(timer);
  }, [question]);

  if (!question) {
    const isDone = step.kind === 'done';
    const close = () => setStep({ kind: 'asked' });
    return (
      <Dialog
        open={isDone}
        onClose={close}
        title={isDone ? t('extension.askDone', { name: step.name }) : ''}
        footer={
          <Button variant="primary" onClick={close}>
            {t('ui.close')}
          </Button>
        }
      >
        <p>{t('extension.askDoneText')}</p>
      </Dialog>
    );
  }
  const { link, origin, settle } = question;
  const { name, version } = link;
  const agree = async () => {
    setStep({ kind: 'connecting' });
    try {
      const { key, secret } = await calls.makeKey(name, origin);
      setStep({ kind: 'done', name });
      settle({ id: key.id, secret });
    } catch (error) {
      console.warn('the key of an extension could not be made', error);
      setStep({ kind: 'failed' });
    }
  };
  return (
    <Dialog
      open
      onClose={() => settle(null)}
      title={t('extension.askHeading', { name })}
      footer={
        <>
          <Button onClick={() => settle(null)}>{t('extension.askNo')}</Button>
          <Button
            variant="primary"
            busy={step.kind === 'connecting'}
            disabled={!isReadable}
            // Only a visitor's own press counts: extensions can press buttons, too.
            onClick={({ nativeEvent }) => nativeEvent.isTrusted && void agree()}
          >
            {t('extension.connect')}
          </Button>
        </>
      }
    >
      <p>{t('extension.askText')}</p>
      <p className="mt-3 text-soft text-sm" dir="auto">
        {t('extension.askVersion', { name, version })}
      </p>
      {step.kind === 'failed' && (
        <p role="alert" className="mt-3 text-bad">
          {t('extension.askFailed')}
        </p>
      )}
    </Dialog>
  );
}

type ConnectedPanelProps = {
  readonly isOpen: boolean;
  readonly keys: readonly OwnKey[];
  readonly onClose: () => void;
  readonly onSwitchedOff: (id: string) => void;
};

/** The panel of connected extensions: what is switched off is refused by the server at once. */
function ConnectedPanel({ isOpen, keys, onClose, onSwitchedOff }: ConnectedPanelProps) {
  const { t } = useWords();
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('extension.panelHeading')}>
      <p role="status">{t(keys.length > 0 ? 'extension.panelText' : 'extension.panelNone')}</p>
      <ul className="extension-list">
        {keys.map((key) => (
          <ConnectedRow key={key.id} of={key} onSwitchedOff={onSwitchedOff} />
        ))}
      </ul>
    </Dialog>
  );
}

type ConnectedRowProps = {
  readonly of: OwnKey;
  readonly onSwitchedOff: (id: string) => void;
};

function ConnectedRow({ of: { id, name, expiresAt }, onSwitchedOff }: ConnectedRowProps) {
  const { t, language } = useWords();
  const [step, setStep] = useState<'on' | 'leaving' | 'failed'>('on');
  const switchOff = async () => {
    setStep('leaving');
    try {
      await calls.revoke(id);
      onSwitchedOff(id);
    } catch (error) {
      console.warn('an extension could not be switched off', error);
      setStep('failed');
    }
  };
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  return (
    <li>
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold" dir="auto">
          {name}
        </p>
        {step === 'failed' ? (
          <p className="text-bad text-sm" role="alert">
            {t('extension.offFailed')}
          </p>
        ) : (
          expiresAt !== null && (
            <p className="text-soft text-sm">
              {t('extension.panelUntil', { date: date.format(expiresAt) })}
            </p>
          )
        )}
      </div>
      <Button
        busy={step === 'leaving'}
        aria-label={t('extension.switchOffNamed', { name })}
        onClick={() => void switchOff()}
      >
        {t('extension.switchOff')}
      </Button>
    </li>
  );
}
