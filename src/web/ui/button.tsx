// Buttons and links styled as buttons. Use one primary button per screen. A busy button keeps its width and is inert.
import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** The emphasis of a button. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

type Look = {
  readonly variant?: ButtonVariant;
  readonly size?: 'normal' | 'large';
  /** An icon of lucide-react before the label. */
  readonly icon?: LucideIcon;
  /** Takes the full width of its container. */
  readonly wide?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A button's attributes besides its style. `busy` shows a running action and ignores clicks. */
export type ButtonProps = Look & { readonly busy?: boolean } & Omit<
    ComponentProps<'button'>,
    keyof Look
  >;

/** A link's attributes besides its style. */
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

/** A button for an action on this page. `type` defaults to `button`. */
export function Button(props: ButtonProps) {
  const { variant, size, icon, wide, className, children, busy, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled`, which would take the focus away.
      {...(busy && { 'aria-disabled': true, 'aria-busy': true, onClick: ignore })}
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

/** Also keeps a form from being sent. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
}

/** A link styled as a button, for navigation or saving a file. */
export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, icon, wide, className, children, ...rest } = props;
  return (
    <a {...rest} className={classesOf(props)}>
      {icon && <Icon of={icon} />}
      <span>{children}</span>
    </a>
  );
}
