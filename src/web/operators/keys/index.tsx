// The keys view: keys of programs, made and revoked by operators.
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { AdminKey, AdminKeysAnswer, MadeAdminKey } from '../../../shared/api/keys.ts';
import { now } from '../../browser/clock.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { formatBytes } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import { useOperatorCall, useOperatorData } from '../shell/operator-data.ts';
import { Question } from '../shell/question.tsx';
import { ViewState } from '../shell/view-state.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { KEYS_PATH } from './keys-path.ts';
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
        <Button variant="primary" icon={KeyRound} onClick={() => setIsMaking(true)}>
          {t('keys.add')}
        </Button>
      </div>
      <p className="text-soft">{t('keys.lead')}</p>
      {made && <MadeKey key={made.key.id} made={made} onDone={() => setMade(null)} />}
      <ViewState query={query}>
        {({ keys, extensionKeys }) => (
          <>
            {keys.length === 0 ? (
              <p className="mt-6">{t('keys.none')}</p>
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

type MadeKeyProps = { readonly made: MadeAdminKey; readonly onDone: () => void };

/** A new key, shown this once; it takes the focus. Not in a dialog: one that was closed by accident would lose it. */
function MadeKey({ made: { key, secret }, onDone }: MadeKeyProps) {
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

/** State, last use and limits of each, and a button that revokes it. */
function KeyTable({ keys }: { readonly keys: readonly AdminKey[] }) {
  const { t, language } = useWords();
  const [leaving, setLeaving] = useState<AdminKey | null>(null);
  const revoke = useOperatorCall(t('keys.revokeFailed'), [KEYS_PATH]);
  const time = now();
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  // The day of the last use is one of UTC.
  const utcDate = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const columns: readonly Column<AdminKey>[] = [
    {
      key: 'name',
      head: t('keys.name'),
      isRowHead: true,
      cell: ({ name, madeBy }) => (
        <div className="key-name">
          <bdi>{name}</bdi>
          <span className="text-soft">
            {t('keys.madeBy')} {madeBy === null ? t('keys.commandLine') : <bdi>{madeBy}</bdi>}
          </span>
        </div>
      ),
    },
    { key: 'state', head: t('keys.state'), cell: (key) => <KeyState of={key} time={time} /> },
    {
      key: 'expires',
      head: t('keys.expires'),
      cell: ({ expiresAt }) => (expiresAt === null ? t('keys.never') : date.format(expiresAt)),
    },
    {
      key: 'used',
      head: t('keys.used'),
      cell: ({ usedOn }) => (usedOn === null ? t('keys.unused') : utcDate.format(usedOn)),
    },
    { key: 'limits', head: t('keys.limits'), cell: (key) => <Limits of={key} /> },
    {
      key: 'revoke',
      head: t('keys.actions'),
      plain: true,
      cell: (key) =>
        stateOf(key, time) === 'works' && (
          <Button onClick={() => setLeaving(key)}>
            {t('keys.revoke')} <span className="sr-only">{key.name}</span>
          </Button>
        ),
    },
  ];
  return (
    <>
      <Table
        caption={t('keys.heading')}
        className="key-table"
        columns={columns}
        rows={keys}
        rowKey={({ id }) => id}
      />
      {leaving && (
        <Question
          title={t('keys.revoke')}
          answer={t('keys.revoke')}
          variant="danger"
          isBusy={revoke.isPending}
          onAnswer={() =>
            revoke.mutate(
              { method: 'POST', path: `${KEYS_PATH}/${leaving.id}/revoke` },
              { onSettled: () => setLeaving(null) },
            )
          }
          onClose={() => setLeaving(null)}
        >
          <p>{t('keys.revokeText', { name: leaving.name })}</p>
        </Question>
      )}
    </>
  );
}

type State = 'works' | 'expired' | 'revoked';

const TONES = { works: 'good', expired: 'neutral', revoked: 'bad' } as const;

function stateOf({ revokedAt, expiresAt }: AdminKey, time: number): State {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= time ? 'expired' : 'works';
}

function KeyState({ of, time }: { readonly of: AdminKey; readonly time: number }) {
  const { t } = useWords();
  const state = stateOf(of, time);
  return <Badge tone={TONES[state]}>{t(`keys.${state}`)}</Badge>;
}

function Limits({ of: { limits, origins } }: { readonly of: AdminKey }) {
  const { t, language } = useWords();
  const { openJobs, perHour, bytesPerDay } = limits;
  const size = bytesPerDay === null ? '' : formatBytes(bytesPerDay, language);
  const lines = [
    openJobs !== null && t('keys.openJobsLimit', { count: openJobs }),
    perHour !== null && t('keys.perHourLimit', { count: perHour }),
    bytesPerDay !== null && t('keys.bytesLimit', { size }),
  ].filter((line) => line !== false);
  return (
    <ul className="key-facts">
      {(lines.length > 0 ? lines : [t('keys.noLimits')]).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {origins.map((origin) => (
        <li key={origin}>
          <bdi dir="ltr">{origin}</bdi>
        </li>
      ))}
    </ul>
  );
}
