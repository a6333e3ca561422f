// The tabs for the two ways to add a video.
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useWords } from '../../../words/words.tsx';
import type { TypedVideo } from './typed.ts';

type Tab = TypedVideo['tab'];
const TABS = [
  ['file', 'operators-trending.tabFile'],
  ['url', 'operators-trending.tabUrl'],
] as const;

/** `children` is the panel of the selected tab. */
export type SourceTabsProps = {
  readonly tab: Tab;
  readonly disabled: boolean;
  readonly onChange: (tab: Tab) => void;
  readonly children: ReactNode;
};

/** The tabs, switched with the arrow keys. */
export function SourceTabs({ tab, disabled, onChange, children }: SourceTabsProps) {
  const { t } = useWords();
  const id = useId();
  const turn = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = tab === 'file' ? 'url' : 'file';
    onChange(other);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab=${other}]`)?.focus();
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={t('operators-trending.tabs')}
        className="source-tabs"
        onKeyDown={turn}
      >
        {TABS.map(([value, name]) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`${id}-${value}`}
            data-tab={value}
            aria-selected={tab === value}
            aria-controls={tab === value ? `${id}-panel` : undefined}
            tabIndex={tab === value ? 0 : -1}
            disabled={disabled}
            onClick={() => onChange(value)}
          >
            {t(name)}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        className="grid grid-cols-1 gap-4"
      >
        {children}
      </div>
    </>
  );
}
