// What the rest of the pages may use of takedowns: the forms, and a case by its link. Both need the words of
// `takedown` above them.
import './takedown.css';

export { CaseView } from './case-view.tsx';
export { Forms } from './forms.tsx';
