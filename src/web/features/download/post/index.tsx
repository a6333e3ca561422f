// Posts of several items; a chunk of its own.
import { MoreWords } from '../../../words/words.tsx';
import { PostOptions, type PostOptionsProps } from './post-options.tsx';

/** The part for one post; starts anew for another one. Suspends until its messages are loaded. */
export function WholePost(props: PostOptionsProps) {
  return (
    <MoreWords group="post">
      <PostOptions key={props.answer.id} {...props} />
    </MoreWords>
  );
}
