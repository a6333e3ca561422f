// Something that is folded away until it is wanted.
import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** The details element's own attributes (`open`, `onToggle`) besides its summary. */
export type DisclosureProps = { readonly summary: ReactNode } & ComponentProps<'details'>;

/** The native element: found by the browser's own search, works without scripts. */
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
