// All of a post at once; a chunk of its own, loaded for posts that have several items or photos.
import { MoreWords } from '../../words/words.tsx';
import { PostOptions, type PostOptionsProps } from './post-options.tsx';

/** The part for one post; starts anew for another one. Suspends until its messages are loaded. */
export function WholePost(props: PostOptionsProps) {
  return (
    <MoreWords group="post">
      <PostOptions key={props.answer.id} {...props} />
    </MoreWords>
  );
}
