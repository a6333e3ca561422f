// What the rest of the pages may use of the rating: "How was it?" after a finished download.
import './rating.css';
import { MoreWords } from '../../words/words.tsx';
import { RatingForm } from './rating-form.tsx';

/** Five stars for the download with this id; another download is asked about anew. It suspends until its words are there. */
export function Rating({ job }: { readonly job: string }) {
  return (
    <MoreWords group="rating">
      <RatingForm key={job} job={job} />
    </MoreWords>
  );
}
