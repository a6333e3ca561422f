// The keys view: keys of programs, made and revoked by operators.
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { AdminKeysAnswer, MadeAdminKey } from '../../../shared/api/keys.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';
import { useOperatorData } from '../shell/operator-data.ts';
import { ViewState } from '../shell/view-state.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { KEYS_PATH } from './keys-path.ts';
import { MadeKey } from './made-key.tsx';
import './keys.css';

/** The view; requires the messages of `keys`. */
export function Keys() {
  const { t } = useWords();
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<MadeAdminKey | null>(null);
  const query = useOperatorData<AdminKeysAnswer>(KEYS_PATH);
  return (
    <section aria-labelledby="keys-heading">
      <div className="keys-head">
        <h1 id="keys-heading">{t('keys.heading')}</h1>
        <Button icon={KeyRound} onClick={() => setIsMaking(true)}>
          {t('keys.add')}
        </Button>
      </div>
      <p className="text-soft">{t('keys.lead')}</p>
      {made && <MadeKey key={made.key.id} made={made} onDone={() => setMade(null)} />}
      <ViewState query={query}>
        {({ keys, extensionKeys }) => (
          <>
            {keys.length === 0 ? (
              <p className="keys-none">{t('keys.none')}</p>
            ) : (
              <KeyTable keys={keys} />
            )}
            <p className="keys-extensions text-soft">
              {t('keys.extensions', { count: extensionKeys })}
            </p>
          </>
        )}
      </ViewState>
      {isMaking && (
        <KeyDialog
          onMade={(one) => {
            setMade(one);
            setIsMaking(false);
          }}
          onClose={() => setIsMaking(false)}
        />
      )}
    </section>
  );
}
