// The link of a case in a field, so that it can be copied by hand if there is no clipboard access.
import { useId, useRef } from 'react';
import { usePage } from '../../page/page-context.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useWords } from '../../words/words.tsx';
import { fragmentOf } from './case-token.ts';

/** The URL of this page with the token in its fragment, which browsers never send. */
export function CaseLink({ caseToken }: { readonly caseToken: string }) {
  const { t } = useWords();
  const { href } = usePage();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const link = location.origin + href + fragmentOf(caseToken);
  return (
    <div>
      <label htmlFor={id} className="mb-2 block font-semibold">
        {t('takedown.caseLink')}
      </label>
      <div className="takedown-link">
        <div className="field">
          <input
            ref={field}
            id={id}
            readOnly
            dir="ltr"
            value={link}
            onFocus={(event) => event.target.select()}
          />
        </div>
        <CopyButton text={link} label={t('takedown.copyLink')} shownIn={field} />
      </div>
    </div>
  );
}
