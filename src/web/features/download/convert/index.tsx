// Converting a finished download: a chunk of its own, loaded when its button is pressed.
import { MoreWords } from '../../../words/words.tsx';
import { ConvertPanel, type ConvertPanelProps } from './convert-panel.tsx';

/** The panel for one file; starts anew for another one. Suspends until its messages are loaded. */
export function Convert(props: ConvertPanelProps) {
  return (
    <MoreWords group="convert">
      <ConvertPanel key={`${props.job} ${props.everywhere}`} {...props} />
    </MoreWords>
  );
}
