// The help for the keyboard shortcuts of the list.
import { Keyboard } from 'lucide-react';
import { useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { WordKey } from '../../words/keys.ts';
import { useWords } from '../../words/words.tsx';

/** The keys, as labelled on keyboards. */
const KEYS: readonly (readonly [readonly string[], WordKey])[] = [
  [['↓', '↑'], 'operators-trending.keyRows'],
  [['Home', 'End'], 'operators-trending.keyEdges'],
  [['Enter'], 'operators-trending.keyEdit'],
  [['Delete'], 'operators-trending.keyDelete'],
  [['/'], 'operators-trending.keySearch'],
  [['?'], 'operators-trending.keyHelp'],
];

/** The id by which the "?" key finds the popover. */
export const KEYS_HELP_ID = 'curating-keys';

/** The button with its popover. */
export function KeysHelp() {
  const { t } = useWords();
  const titleId = useId();
  return (
    <div className="keys-help">
      <button
        type="button"
        popoverTarget={KEYS_HELP_ID}
        aria-label={t('operators-trending.keys')}
        title={t('operators-trending.keys')}
        className="icon-btn"
      >
        <Icon of={Keyboard} />
      </button>
      <div
        id={KEYS_HELP_ID}
        popover="auto"
        role="dialog"
        aria-labelledby={titleId}
        className="keys-popover"
      >
        <h2 id={titleId}>{t('operators-trending.keys')}</h2>
        <p className="text-sm text-soft">{t('operators-trending.keyTake')}</p>
        <dl>
          {KEYS.map(([keys, name]) => (
            <div key={name}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{t(name)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}
