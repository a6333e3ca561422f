// Egresses and arguments of the engine: what is in use, a dialog that has a change tried, and the log of changes.
import { useState } from 'react';
import type { EngineAnswer } from '../../../shared/api/engine.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { RequestError } from '../../browser/request.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useWords } from '../../words/words.tsx';
import { useOperatorCall } from '../shell/operator-data.ts';
import { Question } from '../shell/question.tsx';
import { Block } from './block.tsx';
import { ENGINE_PATH, useEngine } from './engine.tsx';

type Setup = NonNullable<EngineAnswer['setup']>;
type Part = Setup['parts'][number];

const STALE = [ENGINE_PATH, '/api/admin/cockpit'];

/** The section; nothing on a server whose setup never changes. */
export function EngineSetup() {
  const { t, language } = useWords();
  const [isChanging, setIsChanging] = useState(false);
  const { data: engine } = useEngine();
  const call = useOperatorCall(t('cockpit.setupFailed'), STALE);
  if (!engine?.setup) return null;
  const { setup, accounts, running, watching, changes } = engine;
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const wait = running !== null || call.isPending;
  // Shown at once: the operator waits for it, and the log is folded away.
  const unused = running === null && changes[0]?.result !== 'switched' ? changes[0] : undefined;
  const goBack = () =>
    call.mutate({ method: 'POST', path: `${ENGINE_PATH}/rollback`, body: { what: 'setup' } });
  return (
    <Block
      heading={t('cockpit.setup')}
      actions={
        <div className="flex flex-wrap gap-2">
          {setup.canGoBack && (
            <Button disabled={wait} onClick={goBack}>
              {t('cockpit.setupBack')}
            </Button>
          )}
          <Button disabled={wait} onClick={() => setIsChanging(true)}>
            {t('cockpit.setupChange')}
          </Button>
        </div>
      }
    >
      <p className="text-soft">{t('cockpit.setupText')}</p>
      <div role="status">
        {running?.what === 'setup' && <p>{t(`cockpit.step_${running.step}`)}</p>}
        {unused && (
          <ul className="cockpit-lines text-warn">
            <Change of={unused} at={time.format(unused.at)} />
          </ul>
        )}
      </div>
      <ul className="cockpit-lines">
        {setup.parts.map(({ part, text, source }) => (
          <li key={part}>
            {t(`cockpit.part_${part}`)}{' '}
            <span className="text-soft">{t(`cockpit.source_${source}`)}</span>
            <pre className="cockpit-text" dir="ltr">
              {text || '–'}
            </pre>
          </li>
        ))}
        {accounts.map(({ name, platform, state, reason }) => (
          <li key={`${name} ${platform}`}>
            {t('cockpit.part_account')} <bdi>{name}</bdi>
            {platform && ` (${PLATFORMS[platform].label})`}:{' '}
            <span className={state === 'refused' ? 'text-warn' : 'text-soft'}>
              {t(`cockpit.account_${state}`)}
              {reason && ` · ${t(`cockpit.reason_${reason}`, accountNames(platform))}`}
            </span>
          </li>
        ))}
        {setup.at !== null && <li>{t('cockpit.setupBy', { time: time.format(setup.at) })}</li>}
        {watching?.what === 'setup' && (
          <li>
            {t('cockpit.setupWatching', {
              failed: watching.failed,
              attempts: watching.attempts,
              expected: Math.round(watching.expectedFailed * 10) / 10,
              until: time.format(watching.until),
            })}
          </li>
        )}
      </ul>
      <Disclosure className="mt-4" summary={t('cockpit.changes', { count: changes.length })}>
        {changes.length === 0 ? (
          <p className="text-soft">{t('cockpit.noChanges')}</p>
        ) : (
          <ul className="cockpit-lines">
            {changes.map((change) => (
              <Change key={`${change.at} ${change.what}`} of={change} at={time.format(change.at)} />
            ))}
          </ul>
        )}
      </Disclosure>
      {isChanging && (
        <SetupDialog
          parts={setup.parts}
          mayBeUntried={!engine.hasCanaries || changes[0]?.result === 'no_canary_passes'}
          onClose={() => setIsChanging(false)}
        />
      )}
    </Block>
  );
}

const accountNames = (platform: EngineAnswer['accounts'][number]['platform']) => ({
  platforms: platform ? PLATFORMS[platform].label : '',
});

const RESULTS = [
  'switched',
  'refused',
  'rolled_back',
  'no_canary_passes',
  'rollback_failed',
  'install_failed',
  'disk_full',
  'interrupted',
] as const;

type ChangeProps = { readonly of: EngineAnswer['changes'][number]; readonly at: string };

function Change({ of: change, at }: ChangeProps) {
  const { t } = useWords();
  const { parts, by, from, to, reason, platforms, details } = change;
  const result = RESULTS.find((one) => one === change.result);
  const names = platforms.map((platform) => PLATFORMS[platform].label).join(', ');
  return (
    <li>
      <bdi>{at}</bdi> · {parts.map((part) => t(`cockpit.part_${part}`)).join(', ')}{' '}
      {by === null ? t('cockpit.changeByServer') : t('cockpit.changeBy', { by })}:{' '}
      <strong>{result && t(`cockpit.change_${result}`)}</strong>{' '}
      {!change.isTried && `(${t('cockpit.changeUntried')}) `}
      {reason && `· ${t(`cockpit.reason_${reason}`, { platforms: names })}`}{' '}
      {details && <code className="wrap-anywhere">{details}</code>}
      <Lines mark="−" label={t('cockpit.removedLine')} lines={from} />
      <Lines mark="+" label={t('cockpit.addedLine')} lines={to} />
    </li>
  );
}

type LinesProps = {
  readonly mark: string;
  readonly label: string;
  readonly lines: readonly string[];
};

function Lines({ mark, label, lines }: LinesProps) {
  return lines.map((line) => (
    <code key={line} className="cockpit-change" dir="ltr">
      <span aria-hidden="true">{mark} </span>
      <span className="sr-only">{label}: </span>
      {line}
    </code>
  ));
}

type SetupDialogProps = {
  readonly parts: readonly Part[];
  readonly mayBeUntried: boolean;
  readonly onClose: () => void;
};

/** Changes the texts; only what was changed is sent. A line that is wrong is named below its text. */
function SetupDialog({ parts, mayBeUntried, onClose }: SetupDialogProps) {
  const { t } = useWords();
  // As they were on open: what is in use may change meanwhile.
  const [before] = useState(parts);
  const [texts, setTexts] = useState(
    Object.fromEntries(parts.map(({ part, text }) => [part, text])),
  );
  const [reset, setReset] = useState<readonly string[]>([]);
  const [isUntried, setIsUntried] = useState(false);
  const call = useOperatorCall(t('cockpit.setupFailed'), STALE);
  const { answer } = call.error instanceof RequestError ? call.error : { answer: null };
  const changed = before.flatMap(({ part, text }): [string, string | null][] => {
    if (reset.includes(part)) return [[part, null]];
    return texts[part] === text ? [] : [[part, texts[part] ?? '']];
  });
  const send = () =>
    call.mutate(
      {
        method: 'PUT',
        path: `${ENGINE_PATH}/setup`,
        body: { ...Object.fromEntries(changed), isUntried },
      },
      { onSuccess: onClose },
    );
  return (
    <Question
      title={t('cockpit.setupChange')}
      answer={t('cockpit.setupSend')}
      isDisabled={changed.length === 0}
      isBusy={call.isPending}
      onAnswer={send}
      onClose={onClose}
    >
      {before.map(({ part, source }) => (
        <div key={part} className="mb-4">
          <TextArea
            label={t(`cockpit.part_${part}`)}
            hint={t(`cockpit.hint_${part}`)}
            error={answer?.params?.['field'] === part ? answer.params['sentence'] : undefined}
            rows={4}
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            disabled={reset.includes(part)}
            value={texts[part]}
            onChange={(event) => setTexts({ ...texts, [part]: event.target.value })}
          />
          {source === 'operators' && (
            <CheckField
              checked={reset.includes(part)}
              onChange={(isReset) =>
                setReset(isReset ? [...reset, part] : reset.filter((one) => one !== part))
              }
            >
              {t('cockpit.setupReset', { part: t(`cockpit.part_${part}`) })}
            </CheckField>
          )}
        </div>
      ))}
      {mayBeUntried && (
        <CheckField checked={isUntried} onChange={setIsUntried}>
          {t('cockpit.setupUntried')}
        </CheckField>
      )}
    </Question>
  );
}
