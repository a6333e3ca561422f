// Loads a section of the page and its messages lazily; the page works without it if it cannot be loaded or throws.
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { LaterGroup } from '../words/keys.ts';
import { MoreWords, useLoadWords } from '../words/words.tsx';
import { Boundary } from './boundary.tsx';
import { usePage } from './page-context.tsx';

type LazySectionProps<Props extends object> = {
  /** The message group that the section uses. */
  readonly group: LaterGroup;
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
  /** Rendered while the section loads. */
  readonly fallback?: ReactNode;
  /** Rendered when the section cannot be loaded or throws. */
  readonly missing?: ReactNode;
};

type Loaded<Props> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'here'; readonly Part: ComponentType<Props>; readonly language: string };

/** Loads the component and its messages in parallel once mounted. */
export function LazySection<Props extends object>(late: LazySectionProps<Props>) {
  const { group, load, props, fallback = null, missing = null } = late;
  const { language } = usePage();
  const loadWords = useLoadWords();
  const [loaded, setLoaded] = useState<Loaded<Props>>({ kind: 'loading' });

  useEffect(() => {
    let isWanted = true;
    Promise.all([load(), loadWords(group)]).then(
      ([Part]) => isWanted && setLoaded({ kind: 'here', Part, language }),
      (error: unknown) => {
        console.error(`not loaded: ${group}`, error);
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
