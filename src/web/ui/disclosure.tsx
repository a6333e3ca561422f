// Collapsible content.
import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** The details element's own attributes (`open`, `onToggle`) besides its summary. */
export type DisclosureProps = { readonly summary: ReactNode } & ComponentProps<'details'>;

/** The native details element: its content is searchable, and it works without scripts. */
export function Disclosure({ summary, className, children, ...rest }: DisclosureProps) {
  return (
    <details {...rest} className={classNames('disclosure', className)}>
      <summary>
        <span>{summary}</span>
        <Icon of={ChevronDown} className="disclosure-mark" />
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
