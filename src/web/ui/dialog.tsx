// A modal dialog: the native element, so that the browser handles Esc, focus and inertness.
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useWords } from '../words/words.tsx';
import { IconButton } from './icon-button.tsx';

/** `onClose` is called for Esc, the close button and a click on the backdrop; the owner then sets `open` to false. */
export type DialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** The actions, with the primary one last. */
  readonly footer?: ReactNode;
};

/** The dialog. Its content is rendered only while it is open. */
export function Dialog({ open, onClose, title, children, footer }: DialogProps) {
  const { t } = useWords();
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = element.current;
    if (!dialog || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the key for it, and the browser handles that
    <dialog
      ref={element}
      aria-labelledby={titleId}
      className="dialog"
      onClose={() => open && onClose()}
      onClick={(event) => event.target === element.current && onClose()}
    >
      {open && (
        <div className="flex max-h-[inherit] flex-col">
          <div className="flex items-center justify-between gap-4 ps-6 pe-3 pt-3">
            <h2 id={titleId} className="text-lg">
              {title}
            </h2>
            <IconButton label={t('ui.close')} icon={X} onClick={onClose} />
          </div>
          <div className="overflow-y-auto px-6 pt-2 pb-6">{children}</div>
          {footer && (
            <div className="flex flex-wrap justify-end gap-3 border-line border-t px-6 py-4">
              {footer}
            </div>
          )}
        </div>
      )}
    </dialog>
  );
}
