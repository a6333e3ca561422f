// A part of the page that comes later with its words; where it cannot be fetched, or breaks, the page goes on without it.
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { LaterGroup } from '../words/keys.ts';
import { MoreWords, useLoadWords } from '../words/words.tsx';
import { Boundary } from './boundary.tsx';
import { usePage } from './page-context.tsx';

type LateProps<Props extends object> = {
  /** The group of words that it says. */
  readonly group: LaterGroup;
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
  /** Stands in its place until it is there. */
  readonly fallback?: ReactNode;
  /** Stands in its place when it does not come, or breaks. */
  readonly missing?: ReactNode;
};

type Loaded<Props> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'here'; readonly Part: ComponentType<Props>; readonly language: string };

/** Loads the part and its words side by side as soon as it stands on the page. */
export function Late<Props extends object>(late: LateProps<Props>) {
  const { group, load, props, fallback = null, missing = null } = late;
  const { language } = usePage();
  const loadWords = useLoadWords();
  const [loaded, setLoaded] = useState<Loaded<Props>>({ kind: 'loading' });

  useEffect(() => {
    let isWanted = true;
    Promise.all([load(), loadWords(group)]).then(
      ([Part]) => isWanted && setLoaded({ kind: 'here', Part, language }),
      (error: unknown) => {
        console.error(`a part of the page could not be loaded: ${group}`, error);
        if (isWanted) setLoaded({ kind: 'missing' });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [load, loadWords, group, language]);

  if (loaded.kind === 'missing') return missing;
  if (loaded.kind === 'loading' || loaded.language !== language) return fallback;
  return (
    <Boundary of={language} fallback={missing}>
      <Suspense fallback={fallback}>
        <MoreWords group={group}>
          <loaded.Part {...props} />
        </MoreWords>
      </Suspense>
    </Boundary>
  );
}
