// A card, which groups content.
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** `tone` colours the edge of a card that reports something. */
export type CardProps = {
  readonly as?: 'section' | 'article' | 'div' | 'form' | 'li';
  readonly tone?: 'plain' | 'good' | 'bad';
} & Omit<ComponentProps<'section'>, 'ref'> & { readonly ref?: React.Ref<HTMLElement> };

const TONES = { plain: '', good: 'card-good', bad: 'card-bad' } as const;

/** The card; label it if it is a section. */
export function Card({ as = 'div', tone = 'plain', className, ...rest }: CardProps) {
  const Tag = as as 'section';
  return <Tag {...rest} className={classNames('card', TONES[tone], className)} />;
}
