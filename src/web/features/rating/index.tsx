// The rating: "How was it?" after a finished download.
import './rating.css';
import { MoreWords } from '../../words/words.tsx';
import { RatingForm } from './rating-form.tsx';

/** Five stars for the download with this id; resets for another one. Suspends until its messages are loaded. */
export function Rating({ job }: { readonly job: string }) {
  return (
    <MoreWords group="rating">
      <RatingForm key={job} job={job} />
    </MoreWords>
  );
}
