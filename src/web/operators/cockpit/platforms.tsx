// The platforms: status, circuit breaker and switch of each; with the notice about YouTube.
import { CircleCheck, CircleDashed, CircleOff, CircleX, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type {
  CockpitAnswer,
  PlatformSwitchRequest,
  YoutubeNoticeRequest,
} from '../../../shared/api/cockpit.ts';
import {
  MAX_REASON_CHARACTERS,
  NOTICE_MODES,
  type NoticeMode,
} from '../../../shared/operator-limits.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { Mark } from '../../platform-marks/mark.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { formatPercent, formatSpan } from '../../words/figures.ts';
import { useWords, type Words } from '../../words/words.tsx';
import { useOperatorCall } from '../shell/operator-data.ts';
import { Question } from '../shell/question.tsx';
import { Block } from './block.tsx';

const MARKS = {
  good: { icon: CircleCheck, tone: 'good', word: 'cockpit.stateGood' },
  limited: { icon: TriangleAlert, tone: 'warn', word: 'cockpit.stateLimited' },
  down: { icon: CircleX, tone: 'bad', word: 'cockpit.stateDown' },
  off: { icon: CircleOff, tone: 'warn', word: 'cockpit.stateOff' },
  unknown: { icon: CircleDashed, tone: 'neutral', word: 'cockpit.stateUnknown' },
} as const;

/** The badge. */
function StateBadge({ state }: Pick<CockpitAnswer['platforms'][number], 'state'>) {
  const { t } = useWords();
  const { icon, tone, word } = MARKS[state];
  return (
    <Badge icon={icon} tone={tone}>
      {t(word)}
    </Badge>
  );
}

type Row = CockpitAnswer['platforms'][number];
type Tally = Row['hour'];

const MODE_WORDS = {
  auto: 'cockpit.noticeAuto',
  on: 'cockpit.noticeOn',
  off: 'cockpit.noticeOff',
} as const;

/** The table and the notice. */
export function Platforms({ cockpit }: { readonly cockpit: CockpitAnswer }) {
  const words = useWords();
  const { t } = words;
  const [asked, setAsked] = useState<Row['platform'] | null>(null);
  const open = cockpit.platforms.find(({ platform }) => platform === asked) ?? null;
  return (
    <Block heading={t('cockpit.platforms')}>
      <Table
        caption={t('cockpit.platformsCaption')}
        className="cockpit-table cockpit-platforms"
        columns={columnsOf(words, setAsked)}
        rows={cockpit.platforms}
        rowKey={({ platform }) => platform}
      />
      <YoutubeNotice {...cockpit.youtubeNotice} />
      {open && <SwitchDialog key={open.platform} row={open} onClose={() => setAsked(null)} />}
    </Block>
  );
}

/** The columns. `onSwitch` is called with the platform whose switch was pressed. */
function columnsOf(
  { t, language }: Words,
  onSwitch: (platform: Row['platform']) => void,
): readonly Column<Row>[] {
  return [
    {
      key: 'platform',
      head: t('cockpit.platform'),
      isRowHead: true,
      cell: ({ platform }) => (
        <span className="cockpit-platform">
          <Mark of={platform} />
          {PLATFORMS[platform].label}
        </span>
      ),
    },
    { key: 'state', head: t('cockpit.state'), cell: (row) => <State row={row} /> },
    { key: 'hour', head: t('cockpit.hour'), cell: ({ hour }) => <SuccessRate {...hour} /> },
    { key: 'day', head: t('cockpit.day'), cell: ({ day }) => <SuccessRate {...day} /> },
    {
      key: 'median',
      head: t('cockpit.median'),
      cell: ({ medianMs }) =>
        medianMs === null ? (
          <span className="text-soft">{t('cockpit.none')}</span>
        ) : (
          <bdi>{formatSpan(medianMs / 1000, language)}</bdi>
        ),
    },
    {
      key: 'canary',
      head: t('cockpit.canary'),
      cell: ({ canary, egresses }) => {
        const verdict = (of: Pick<NonNullable<Row['canary']>, 'ok'> | null) => (
          <span className={of && !of.ok ? 'text-bad' : 'text-soft'}>
            {t(of ? (of.ok ? 'cockpit.canaryOk' : 'cockpit.canaryFailed') : 'cockpit.none')}
          </span>
        );
        if (egresses.length < 2) return verdict(canary);
        return (
          <span className="cockpit-state">
            {egresses.map((egress) => (
              <span key={egress.id}>
                <bdi>{egress.id}</bdi>: {verdict(egress.canary)}
              </span>
            ))}
          </span>
        );
      },
    },
    {
      key: 'switch',
      head: t('cockpit.switch'),
      plain: true,
      cell: (row) =>
        row.switch.fixed ? (
          <span className="text-soft">{t('cockpit.offBySettings')}</span>
        ) : (
          <Button onClick={() => onSwitch(row.platform)}>
            {t(row.switch.off ? 'cockpit.switchOn' : 'cockpit.switchOff')}{' '}
            <span className="sr-only">{PLATFORMS[row.platform].label}</span>
          </Button>
        ),
    },
  ];
}

/** The state of a platform, why an operator switched it off, and for how long its circuit stays open. */
function State({ row }: { readonly row: Row }) {
  const { t, language } = useWords();
  return (
    <span className="cockpit-state">
      <StateBadge state={row.state} />
      {row.switch.off && row.switch.reason && <bdi className="text-soft">{row.switch.reason}</bdi>}
      {row.breaker.open && (
        <span className="text-soft">
          {t('cockpit.paused', { time: formatSpan(row.breaker.retryAfterSeconds, language) })}
        </span>
      )}
      {row.egresses.length > 1 &&
        row.egresses.map((egress) => <Egress key={egress.id} of={egress} />)}
    </span>
  );
}

/** An egress that a platform refuses at the moment, or has refused this hour; nothing for any other. */
function Egress({ of: egress }: { readonly of: Row['egresses'][number] }) {
  const { t, language } = useWords();
  const { id, open, retryAfterSeconds, refusals, requests } = egress;
  if (!open && refusals === 0) return null;
  return (
    <span className="text-soft">
      <bdi>{id}</bdi>:{' '}
      {open
        ? t('cockpit.paused', { time: formatSpan(retryAfterSeconds, language) })
        : t('cockpit.egressRefused', { refusals, requests })}
    </span>
  );
}

/** The share of attempts that succeeded, in percent. */
function SuccessRate({ done, failed }: Tally) {
  const { t, language } = useWords();
  const count = done + failed;
  if (count === 0) return <span className="text-soft">{t('cockpit.none')}</span>;
  return (
    <>
      <bdi>{formatPercent(Math.floor((done / count) * 100), language)}</bdi>{' '}
      <span className="text-soft">{t('cockpit.ofAttempts', { count })}</span>
    </>
  );
}

/** The control of the notice about YouTube. */
function YoutubeNotice({ mode, isShown }: CockpitAnswer['youtubeNotice']) {
  const { t } = useWords();
  const notice = useOperatorCall(t('cockpit.noticeFailed'), ['/api/admin/cockpit']);
  return (
    <>
      <SegmentedControl<NoticeMode>
        label={t('cockpit.notice')}
        className="cockpit-notice"
        value={mode}
        options={NOTICE_MODES.map((value) => ({ value, label: t(MODE_WORDS[value]) }))}
        onChange={(next) => {
          const body: YoutubeNoticeRequest = { mode: next };
          notice.mutate({ method: 'PUT', path: '/api/admin/youtube-notice', body });
        }}
      />
      <p className="text-soft">{t(isShown ? 'cockpit.noticeShown' : 'cockpit.noticeHidden')}</p>
    </>
  );
}

type SwitchDialogProps = {
  readonly row: CockpitAnswer['platforms'][number];
  readonly onClose: () => void;
};

/** Switches a platform off, with a reason for visitors, or on again. If the change fails it stays open and keeps the input. */
function SwitchDialog({ row, onClose }: SwitchDialogProps) {
  const { t } = useWords();
  // Fixed on open, so that an update of the data does not reverse the meaning of the button.
  const [off] = useState(row.switch.off);
  const [reason, setReason] = useState('');
  const call = useOperatorCall(t('cockpit.switchFailed'), ['/api/admin/cockpit']);
  const platform = PLATFORMS[row.platform].label;
  const send = () => {
    const body: PlatformSwitchRequest = { off: !off, ...(off ? {} : { reason: reason.trim() }) };
    call.mutate(
      { method: 'PUT', path: `/api/admin/platforms/${row.platform}`, body },
      { onSuccess: onClose },
    );
  };
  return (
    <Question
      title={t(off ? 'cockpit.switchOnOf' : 'cockpit.switchOffOf', { platform })}
      answer={t(off ? 'cockpit.switchOn' : 'cockpit.switchOff')}
      variant={off ? 'primary' : 'danger'}
      isBusy={call.isPending}
      onAnswer={send}
      onClose={onClose}
    >
      <p>{t(off ? 'cockpit.switchOnText' : 'cockpit.switchOffText', { platform })}</p>
      {!off && (
        <TextField
          className="mt-4"
          label={t('cockpit.reason')}
          hint={t('cockpit.reasonHint')}
          value={reason}
          maxLength={MAX_REASON_CHARACTERS}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </Question>
  );
}
