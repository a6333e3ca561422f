// The button for a file that does not play everywhere: loaded with its words only where there is such a file.
import { MonitorSmartphone } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { MoreWords, useWords } from '../../../words/words.tsx';

type EverywhereProps = {
  readonly 'aria-expanded': boolean;
  readonly onClick: () => void;
};

/** The button. Suspends until its words are loaded. */
export function Everywhere(props: EverywhereProps) {
  return (
    <MoreWords group="convert">
      <Worded {...props} />
    </MoreWords>
  );
}

function Worded(props: EverywhereProps) {
  const { t } = useWords();
  return (
    <Button icon={MonitorSmartphone} {...props}>
      {t('convert.everywhere')}
    </Button>
  );
}
