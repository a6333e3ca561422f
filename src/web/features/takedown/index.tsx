// The public interface of takedowns: the forms, and the view of a case. Both require the messages of `takedown`.
import './takedown.css';

export { CaseView } from './case-view.tsx';
export { Forms } from './forms.tsx';
