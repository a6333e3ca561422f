// The table of keys: their state, last use and limits, each with a button that revokes it.
import { useState } from 'react';
import type { AdminKey } from '../../../shared/api/keys.ts';
import { now } from '../../browser/clock.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { formatBytes } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import { useOperatorCall } from '../shell/operator-data.ts';
import { Question } from '../shell/question.tsx';
import { KEYS_PATH } from './keys-path.ts';

/** The table. Requires the messages of `keys`. */
export function KeyTable({ keys }: { readonly keys: readonly AdminKey[] }) {
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
