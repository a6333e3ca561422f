// Lets any component show a toast: `const toasts = useToasts(); toasts.show({ title, description })`. One is shown at a time.
import { X } from 'lucide-react';
import {
  createContext,
  type PointerEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useWords } from '../words/words.tsx';
import { IconButton } from './icon-button.tsx';

/** The content of a toast. Screen readers announce `destructive` at once (assertive) and `default` politely. */
export type ToastContent = {
  readonly look?: 'default' | 'destructive';
  readonly title?: string;
  readonly description?: string;
};

/** Shows a toast in the place of the one before it; what is returned dismisses it. */
export type Toasts = { readonly show: (content: ToastContent) => () => void };

type Shown = ToastContent & { readonly id: number };
type ToastProps = { readonly toast: Shown; readonly onDismiss: () => void };

/** How long a toast is shown while it is neither hovered nor focused. */
const DISPLAY_MS = 5000;
/** How far a toast must be swiped to be dismissed. */
const SWIPE_PX = 50;

const ToastsContext = createContext<Toasts | null>(null);

/** Holds the toast of the page and renders it above: live regions exist before anything is announced. */
export function ToastsProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useWords();
  const [toast, setToast] = useState<Shown | null>(null);
  const lastId = useRef(0);
  const place = useTopLayer(toast?.id);
  const [toasts] = useState<Toasts>(() => ({
    show(content) {
      lastId.current += 1;
      const id = lastId.current;
      setToast({ ...content, id });
      return () => setToast((now) => (now?.id === id ? null : now));
    },
  }));
  const drawn = toast && <Toast key={toast.id} toast={toast} onDismiss={() => setToast(null)} />;
  const isBad = toast?.look === 'destructive';
  return (
    <ToastsContext value={toasts}>
      {children}
      <section ref={place} popover="manual" aria-label={t('ui.notifications')} className="toaster">
        <div role="status">{!isBad && drawn}</div>
        <div role="alert">{isBad && drawn}</div>
      </section>
    </ToastsContext>
  );
}

/** Returns the toasts of the page. Throws outside of {@link ToastsProvider}. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastsContext);
  if (!toasts) throw new TypeError('no ToastsProvider');
  return toasts;
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

function Toast({ toast: { look, title, description }, onDismiss }: ToastProps) {
  const { t } = useWords();
  const [isHeld, setIsHeld] = useState(false);
  const [startX, setStartX] = useState<number | null>(null);
  const [offsetPx, setOffsetPx] = useState(0);
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismiss.current(), DISPLAY_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  const letGo = () => {
    setStartX(null);
    setOffsetPx(0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping is a shortcut for the close button inside
    <div
      className={look === 'destructive' ? 'toast toast-destructive' : 'toast'}
      style={offsetPx === 0 ? undefined : { transform: `translateX(${offsetPx}px)` }}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      onPointerDown={(event: PointerEvent) => {
        if (event.pointerType !== 'mouse' || event.button === 0) setStartX(event.clientX);
      }}
      onPointerMove={(event: PointerEvent) => {
        if (startX !== null) setOffsetPx(event.clientX - startX);
      }}
      onPointerUp={(event: PointerEvent) => {
        letGo();
        // A quick finger is ahead of the rendered position.
        if (startX !== null && Math.abs(event.clientX - startX) >= SWIPE_PX) onDismiss();
      }}
      onPointerCancel={letGo}
    >
      <div className="min-w-0 flex-1 py-2">
        {title && <p className="font-semibold">{title}</p>}
        {description && <p className="text-sm">{description}</p>}
      </div>
      <IconButton label={t('ui.dismissNotification')} icon={X} onClick={onDismiss} />
    </div>
  );
}
