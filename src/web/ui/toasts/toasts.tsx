// Lets any component show a toast: `const toasts = useToasts(); toasts.show({ title, description })`.
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react';
import { changeToasts, TOAST_REMOVAL_MS, type ToastContent } from './toast-list.ts';
import { Toaster } from './toaster.tsx';

/** A shown toast, to update or dismiss it. */
export type ShownToast = {
  readonly id: number;
  readonly update: (content: ToastContent) => void;
  readonly dismiss: () => void;
};

/** The actions. Without an id they apply to all toasts. */
export type Toasts = {
  readonly show: (content: ToastContent) => ShownToast;
  readonly update: (id: number, content: ToastContent) => void;
  readonly dismiss: (id?: number) => void;
  readonly remove: (id?: number) => void;
};

const ToastsContext = createContext<Toasts | null>(null);

/** Holds the toasts of the page and renders them above it. */
export function ToastsProvider({ children }: { readonly children: ReactNode }) {
  const [list, change] = useReducer(changeToasts, []);
  const lastId = useRef(0);

  const toasts = useMemo<Toasts>(() => {
    const update = (id: number, content: ToastContent) => change({ kind: 'update', id, content });
    const dismiss = (id?: number) => change({ kind: 'dismiss', id });
    return {
      show: (content) => {
        lastId.current += 1;
        const id = lastId.current;
        change({ kind: 'add', id, content });
        return { id, update: (next) => update(id, next), dismiss: () => dismiss(id) };
      },
      update,
      dismiss,
      remove: (id) => change({ kind: 'remove', id }),
    };
  }, []);

  const dismissed = list.find((toast) => !toast.open);
  useEffect(() => {
    if (!dismissed) return;
    const timer = setTimeout(() => toasts.remove(dismissed.id), TOAST_REMOVAL_MS);
    return () => clearTimeout(timer);
  }, [dismissed, toasts]);

  return (
    <ToastsContext value={toasts}>
      {children}
      <Toaster toasts={list} onDismiss={toasts.dismiss} />
    </ToastsContext>
  );
}

/** Returns the toasts of the page. Throws outside of {@link ToastsProvider}. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastsContext);
  if (!toasts) throw new TypeError('useToasts needs a ToastsProvider above it');
  return toasts;
}
