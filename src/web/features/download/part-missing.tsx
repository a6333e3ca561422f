// Says that a part of the page that is loaded later could not be loaded.
import { useWords } from '../../words/words.tsx';

/** The sentence. */
export function PartMissing() {
  const { t } = useWords();
  return (
    <p role="alert" className="mt-5">
      {t('ui.partMissing')}
    </p>
  );
}
