// An icon button; its label is the accessible name and the tooltip.
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** `label` names the action; `icon` is an icon of lucide-react. */
export type IconButtonProps = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly className?: string;
} & Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'children'>;

/** The button, 44 px square. */
export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classNames('icon-btn', className)}
    >
      <Icon of={icon} />
    </button>
  );
}
