// Parts of the page that are loaded when they are needed; a sentence says where one could not be loaded.
import { type ComponentType, lazy } from 'react';
import { useWords } from '../words/words.tsx';

/** A component that is loaded later, and another one for where it could not be. Rendered within a `Suspense`. */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<object> = PartMissing,
) {
  return lazy(() =>
    load().then(
      (part): { readonly default: ComponentType<Props> } => ({ default: part }),
      (error: unknown) => {
        console.error('a part of the page was not loaded', error);
        return { default: Missing as ComponentType<Props> };
      },
    ),
  );
}

function PartMissing() {
  const { t } = useWords();
  return (
    <p role="alert" className="mt-5">
      {t('ui.partMissing')}
    </p>
  );
}
