// Renders the toasts: polite and assertive ones in separate live regions, which exist before any toast.
import { X } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useWords } from '../../words/words.tsx';
import { Button } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import { TOAST_DISPLAY_MS, TOAST_SWIPE_PX, type ToastEntry } from './toast-list.ts';

type ToasterProps = {
  readonly toasts: readonly ToastEntry[];
  readonly onDismiss: (id: number) => void;
};

/** The corner where toasts appear; on a phone, the top of the screen. */
export function Toaster({ toasts, onDismiss }: ToasterProps) {
  const { t } = useWords();
  const shown = toasts.filter((toast) => toast.open);
  const draw = (toast: ToastEntry) => (
    <Toast key={toast.id} toast={toast} onDismiss={() => onDismiss(toast.id)} />
  );
  const place = useTopLayer(shown[0]?.id);
  return (
    <section ref={place} popover="manual" aria-label={t('ui.notifications')} className="toaster">
      <div role="status">{shown.filter((toast) => toast.look !== 'destructive').map(draw)}</div>
      <div role="alert">{shown.filter((toast) => toast.look === 'destructive').map(draw)}</div>
    </section>
  );
}

/** Moves the container to the top layer while it has a toast, above dialogs that were opened later. */
function useTopLayer(newest: number | undefined) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const place = element.current;
    // Without popover support it stays where the styles put it.
    if (!place?.showPopover) return;
    place.hidePopover();
    if (newest !== undefined) place.showPopover();
  }, [newest]);
  return element;
}

type ToastProps = { readonly toast: ToastEntry; readonly onDismiss: () => void };

function Toast({ toast, onDismiss }: ToastProps) {
  const { t } = useWords();
  const [isHeld, setIsHeld] = useState(false);
  const swipe = useSwipe(onDismiss);

  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  const { title, description } = toast;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed toast is shown for its full time again
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismiss.current(), TOAST_DISPLAY_MS);
    return () => clearTimeout(timer);
  }, [isHeld, title, description]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping is a shortcut for the close button inside
    <div
      className={toast.look === 'destructive' ? 'toast toast-destructive' : 'toast'}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      {...swipe}
    >
      <div className="min-w-0 flex-1 py-2">
        {title && <p className="font-semibold">{title}</p>}
        {description && <p className="text-sm">{description}</p>}
        {toast.action && (
          <Button
            className="mt-2"
            onClick={() => {
              toast.action?.onClick();
              onDismiss();
            }}
          >
            {toast.action.label}
          </Button>
        )}
      </div>
      <IconButton label={t('ui.dismissNotification')} icon={X} onClick={onDismiss} />
    </div>
  );
}

/** Pointer handlers: the toast follows the finger and is dismissed after a long enough swipe. */
function useSwipe(onDismiss: () => void) {
  const [startX, setStartX] = useState<number | null>(null);
  const [offsetPx, setOffsetPx] = useState(0);
  const letGo = () => {
    setStartX(null);
    setOffsetPx(0);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      setStartX(event.clientX);
    },
    onPointerMove: (event: PointerEvent) => {
      if (startX !== null) setOffsetPx(event.clientX - startX);
    },
    onPointerUp: (event: PointerEvent) => {
      letGo();
      // A quick finger is ahead of the rendered position.
      const wayPx = startX === null ? 0 : event.clientX - startX;
      if (Math.abs(wayPx) >= TOAST_SWIPE_PX) onDismiss();
    },
    onPointerCancel: letGo,
    style: offsetPx === 0 ? undefined : { transform: `translateX(${offsetPx}px)` },
  };
}
