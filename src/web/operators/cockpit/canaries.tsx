// The canaries: their links, their results, and a button to change them.
import { useState } from 'react';
import type { CanariesAnswer, CanariesRequest } from '../../../shared/api/canaries.ts';
import { MAX_CANARIES } from '../../../shared/operator-limits.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { RequestError } from '../../browser/request.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useWords } from '../../words/words.tsx';
import { useOperatorCall, useOperatorData } from '../shell/operator-data.ts';
import { Question } from '../shell/question.tsx';
import { ViewState } from '../shell/view-state.tsx';
import { Block } from './block.tsx';

type Row = CanariesAnswer['canaries'][number];

const EVERY_MS = 60_000;

/** The table; links are shown as plain text. */
export function Canaries() {
  const { t, language } = useWords();
  const [isEditing, setIsEditing] = useState(false);
  const query = useOperatorData<CanariesAnswer>('/api/admin/canaries', EVERY_MS);
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const columns: readonly Column<Row>[] = [
    {
      key: 'platform',
      head: t('cockpit.platform'),
      isRowHead: true,
      cell: ({ platform }) => PLATFORMS[platform].label,
    },
    {
      key: 'link',
      head: t('cockpit.link'),
      cell: ({ link }) => (
        <bdi className="wrap-anywhere" dir="ltr">
          {link}
        </bdi>
      ),
    },
    {
      key: 'last',
      head: t('cockpit.lastLook'),
      cell: ({ results }) => {
        const last = [...new Map(results.map((result) => [result.egress, result])).values()];
        if (last.length === 0) return <span className="text-soft">{t('cockpit.notYet')}</span>;
        return (
          <span className="cockpit-state">
            {last.map(({ egress, code, at }) => (
              <span key={egress} className={code === 'ok' ? 'text-good' : 'text-bad'}>
                {last.length > 1 && <bdi>{egress}: </bdi>}
                <code>{code}</code> <bdi>{time.format(at)}</bdi>
              </span>
            ))}
          </span>
        );
      },
    },
    {
      key: 'day',
      head: t('cockpit.day'),
      align: 'end',
      cell: ({ results }) => (
        <bdi>
          {results.filter(({ code }) => code === 'ok').length}/{results.length}
        </bdi>
      ),
    },
  ];
  return (
    <Block
      heading={t('cockpit.canaries')}
      actions={
        <Button disabled={!query.data} onClick={() => setIsEditing(true)}>
          {t('cockpit.editCanaries')}
        </Button>
      }
    >
      <ViewState query={query}>
        {({ canaries, everyMinutes, origin }) => (
          <>
            <p className="text-soft">
              {t('cockpit.canariesText', { minutes: everyMinutes })}{' '}
              {canaries.length > 0 && origin !== 'operators' && t(ORIGIN_WORDS[origin])}
            </p>
            {canaries.length === 0 ? (
              <p>{t('cockpit.noCanaries')}</p>
            ) : (
              <Table
                caption={t('cockpit.canaries')}
                className="cockpit-table"
                columns={columns}
                rows={canaries}
                rowKey={({ link }) => link}
              />
            )}
            {isEditing && (
              <CanariesDialog
                links={canaries.map(({ link }) => link)}
                canRestore={origin === 'operators'}
                onClose={() => setIsEditing(false)}
              />
            )}
          </>
        )}
      </ViewState>
    </Block>
  );
}

const ORIGIN_WORDS = {
  defaults: 'cockpit.canariesBuiltIn',
  setting: 'cockpit.canariesDefault',
} as const;

type CanariesDialogProps = {
  readonly links: readonly string[];
  readonly canRestore: boolean;
  readonly onClose: () => void;
};

/** Changes them, with one link per line. */
function CanariesDialog({ links, canRestore, onClose }: CanariesDialogProps) {
  const { t } = useWords();
  const [text, setText] = useState(links.join('\n'));
  const [sent, setSent] = useState<readonly string[]>([]);
  const call = useOperatorCall(t('cockpit.canariesFailed'), [
    '/api/admin/canaries',
    '/api/admin/cockpit',
    '/api/admin/engine',
  ]);
  const wanted = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const isTooMany = wanted.length > MAX_CANARIES;
  const { answer } = call.error instanceof RequestError ? call.error : { answer: null };
  const wrong = sent[Number(answer?.params?.['line']) - 1];
  const error = isTooMany
    ? t('cockpit.tooManyCanaries', { most: MAX_CANARIES })
    : wrong && t('cockpit.wrongCanary', { link: wrong });
  const send = (body: CanariesRequest) =>
    call.mutate({ method: 'PUT', path: '/api/admin/canaries', body }, { onSuccess: onClose });
  return (
    <Question
      title={t('cockpit.editCanaries')}
      answer={t('cockpit.save')}
      isDisabled={isTooMany}
      isBusy={call.isPending}
      onAnswer={() => {
        setSent(wanted);
        send({ links: wanted });
      }}
      onClose={onClose}
    >
      <TextArea
        label={t('cockpit.canaryLinks')}
        hint={t('cockpit.canaryLinksHint', { most: MAX_CANARIES })}
        error={error}
        rows={8}
        dir="ltr"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {canRestore && (
        <Button variant="quiet" disabled={call.isPending} onClick={() => send({ links: null })}>
          {t('cockpit.canariesRestore')}
        </Button>
      )}
    </Question>
  );
}
