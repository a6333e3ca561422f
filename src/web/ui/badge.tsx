// A badge for a short fact: a size, a device, a state.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

const TONES = {
  neutral: 'badge-neutral',
  accent: 'badge-accent',
  good: 'badge-good',
  warn: 'badge-warn',
  bad: 'badge-bad',
} as const;

/** `icon` is an icon of lucide-react. The tone only repeats what the text says. */
export type BadgeProps = {
  readonly tone?: keyof typeof TONES;
  readonly icon?: LucideIcon;
  readonly className?: string;
  readonly children: ReactNode;
};

/** The badge. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span className={classNames('badge', TONES[tone], className)}>
      {icon && <Icon of={icon} size="small" />}
      {children}
    </span>
  );
}
