// The options of the advanced page: a chunk of its own, loaded there only.
import { MoreWords } from '../../../words/words.tsx';
import { AdvancedOptions, type AdvancedOptionsProps } from './advanced-options.tsx';

/** The options for one item; start anew for another one. Suspend until their messages are loaded. */
export function Advanced(props: AdvancedOptionsProps) {
  return (
    <MoreWords group="advanced">
      <AdvancedOptions key={`${props.answer.id} ${props.item.id}`} {...props} />
    </MoreWords>
  );
}
