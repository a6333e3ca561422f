// A new key, shown this once. Not in a dialog: one that was closed by accident would lose it.
import { useEffect, useRef } from 'react';
import type { MadeAdminKey } from '../../../shared/api/keys.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/words.tsx';

type MadeKeyProps = { readonly made: MadeAdminKey; readonly onDone: () => void };

/** The card with the key; it takes the focus. */
export function MadeKey({ made: { key, secret }, onDone }: MadeKeyProps) {
  const { t } = useWords();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return (
    <Card as="section" tone="good" aria-labelledby="made-key-heading" className="made-key">
      <h2 id="made-key-heading">{t('keys.madeHeading')}</h2>
      <p id="made-key-text">{t('keys.madeText')}</p>
      <TextField
        label={t('keys.secretOf', { name: key.name })}
        aria-describedby="made-key-text"
        readOnly
        dir="ltr"
        className="made-key-secret"
        ref={field}
        value={secret}
        onFocus={(event) => event.target.select()}
      />
      <div className="made-key-buttons">
        <CopyButton text={secret} variant="primary" shownIn={field} />
        <Button variant="quiet" onClick={onDone}>
          {t('keys.saved')}
        </Button>
      </div>
    </Card>
  );
}
