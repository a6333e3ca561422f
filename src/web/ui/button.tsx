// The buttons: one primary per screen, the others step back. A busy button keeps its width and cannot be pressed.
import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** How much a button wants to be pressed. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

type Look = {
  readonly variant?: ButtonVariant;
  readonly size?: 'normal' | 'large';
  /** An icon of lucide-react before the words. */
  readonly icon?: LucideIcon;
  /** As wide as the place it stands in. */
  readonly wide?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A button's own attributes besides its look. `busy` shows that the work has begun and takes no further press. */
export type ButtonProps = Look & { readonly busy?: boolean } & Omit<
    ComponentProps<'button'>,
    keyof Look
  >;

/** A link's own attributes besides its look. */
export type ButtonLinkProps = Look & Omit<ComponentProps<'a'>, keyof Look>;

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary: 'btn-primary',
  secondary: 'btn-secondary',
  quiet: 'btn-quiet',
  danger: 'btn-danger',
};

function classesOf({ variant = 'secondary', size = 'normal', wide, className }: Look): string {
  return classNames(
    'btn',
    VARIANTS[variant],
    size === 'large' && 'btn-large',
    wide && 'w-full',
    className,
  );
}

/** A button that does something on this page. `type` defaults to `button`. */
export function Button(props: ButtonProps) {
  const { variant, size, icon, wide, className, children, busy = false, disabled, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classesOf(props)}
    >
      {busy ? (
        <Icon of={LoaderCircle} className="motion-safe:animate-spin" />
      ) : (
        icon && <Icon of={icon} />
      )}
      <span>{children}</span>
    </button>
  );
}

/** A link that looks like a button: it leads somewhere or saves a file. */
export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, icon, wide, className, children, ...rest } = props;
  return (
    <a {...rest} className={classesOf(props)}>
      {icon && <Icon of={icon} />}
      <span>{children}</span>
    </a>
  );
}
