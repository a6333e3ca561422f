// What the visitor sees of extensions: a line at the end of the page, a panel with switches, and the question of a new one.
import { Puzzle } from 'lucide-react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { OwnKey } from '../../../shared/api/keys.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';
import type { Bridge } from './bridge.ts';
import { calls } from './calls.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { ConnectedPanel } from './connected-panel.tsx';

/** The line, only while an extension is connected. */
export function ExtensionPart({ bridge }: { readonly bridge: Bridge }) {
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
