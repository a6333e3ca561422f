// The reducer of the toasts: one is shown at a time; a new one replaces the old one.

/** The content of a toast. Screen readers announce `destructive` at once (assertive) and `default` politely. */
export type ToastContent = {
  readonly look?: 'default' | 'destructive';
  readonly title?: string;
  readonly description?: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
};

/** A toast; one that is not open was dismissed and will be removed. */
export type ToastEntry = ToastContent & { readonly id: number; readonly open: boolean };

/** How long a toast is shown while it is neither hovered nor focused. */
export const TOAST_DISPLAY_MS = 5000;
/** How long a dismissed toast is kept. */
export const TOAST_REMOVAL_MS = 1_000_000;
/** How far a toast must be swiped to be dismissed. */
export const TOAST_SWIPE_PX = 50;
const MOST_AT_ONCE = 1;

/** A change. Without an id, dismiss and remove apply to all. */
export type ToastChange =
  | { readonly kind: 'add'; readonly id: number; readonly content: ToastContent }
  | { readonly kind: 'update'; readonly id: number; readonly content: ToastContent }
  | { readonly kind: 'dismiss'; readonly id?: number | undefined }
  | { readonly kind: 'remove'; readonly id?: number | undefined };

/** Returns the toasts after a change. */
export function changeToasts(
  toasts: readonly ToastEntry[],
  change: ToastChange,
): readonly ToastEntry[] {
  if (change.kind === 'add') {
    return [{ ...change.content, id: change.id, open: true }, ...toasts].slice(0, MOST_AT_ONCE);
  }
  if (change.kind === 'update') {
    return toasts.map((toast) =>
      toast.id === change.id ? { ...toast, ...change.content } : toast,
    );
  }
  const isMeant = (toast: ToastEntry) => change.id === undefined || toast.id === change.id;
  if (change.kind === 'remove') return toasts.filter((toast) => !isMeant(toast));
  return toasts.map((toast) => (isMeant(toast) ? { ...toast, open: false } : toast));
}
