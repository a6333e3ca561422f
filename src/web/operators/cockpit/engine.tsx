// The engine: current and newest version, the running update, and its actions.
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { EngineAnswer } from '../../../shared/api/engine.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/words.tsx';
import { useOperatorCall, useOperatorData } from '../shell/operator-data.ts';
import { Question } from '../shell/question.tsx';
import { ViewState } from '../shell/view-state.tsx';
import { Block } from './block.tsx';

/** Where the engine's state is read, and below which it is changed. */
export const ENGINE_PATH = '/api/admin/engine';
/** Polling interval during an update, which takes a minute or two in short steps. */
const BUSY_MS = 1500;
const CALM_MS = 30_000;

/** Queries the state, more often while something is changing. */
export function useEngine(): UseQueryResult<EngineAnswer> {
  const [isBusy, setIsBusy] = useState(false);
  const query = useOperatorData<EngineAnswer>(ENGINE_PATH, isBusy ? BUSY_MS : CALM_MS);
  const isChanging = (query.data?.running ?? null) !== null;
  if (isChanging !== isBusy) setIsBusy(isChanging);
  return query;
}

/** The state and the buttons. */
export function Engine() {
  const { t } = useWords();
  const [isPinning, setIsPinning] = useState(false);
  const query = useEngine();
  const call = useOperatorCall(t('cockpit.engineFailed'), [ENGINE_PATH, '/api/admin/cockpit']);
  const running = query.data?.running ?? null;
  const post = (what: 'check' | 'update' | 'rollback') =>
    call.mutate({
      method: 'POST',
      path: `${ENGINE_PATH}/${what}`,
      ...(what === 'update' && { body: {} }),
    });
  return (
    <Block heading={t('cockpit.engine')}>
      <ViewState query={query}>
        {(engine) => {
          const wait = running !== null || call.isPending;
          const target = engine.pinned ?? engine.newest?.version ?? null;
          const isNewer = target !== null && target !== engine.current.version;
          const isRenewable = !isNewer && Object.keys(engine.renewal).length > 0;
          return (
            <>
              <EngineFacts engine={engine} />
              {engine.obstacle === null && (
                <div className="mt-4 flex flex-wrap gap-2">
                  <Button disabled={wait} onClick={() => post('check')}>
                    {t('cockpit.engineCheck')}
                  </Button>
                  <Button
                    variant={isNewer || isRenewable ? 'primary' : 'secondary'}
                    disabled={wait || !(isNewer || isRenewable)}
                    onClick={() => post('update')}
                  >
                    {isNewer
                      ? t('cockpit.engineUpdateTo', { version: target })
                      : t(isRenewable ? 'cockpit.engineRenew' : 'cockpit.engineUpdate')}
                  </Button>
                  {engine.previous && (
                    <Button disabled={wait} onClick={() => post('rollback')}>
                      {engine.previous === engine.current.version
                        ? t('cockpit.engineBackToLibraries')
                        : t('cockpit.engineBackTo', { version: engine.previous })}
                    </Button>
                  )}
                  <Button variant="quiet" disabled={wait} onClick={() => setIsPinning(true)}>
                    {t(engine.pinned ? 'cockpit.engineUnpin' : 'cockpit.enginePin')}
                  </Button>
                </div>
              )}
              {isPinning && <PinDialog engine={engine} onClose={() => setIsPinning(false)} />}
            </>
          );
        }}
      </ViewState>
    </Block>
  );
}

/** The state in sentences; screen readers announce changes of the running version. */
function EngineFacts({ engine }: { readonly engine: EngineAnswer }) {
  const { t, language } = useWords();
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const names = (platforms: EngineAnswer['refused'][number]['platforms']) =>
    platforms.map((platform) => PLATFORMS[platform].label).join(', ');
  const { beyond, current, newest, running, last, watching } = engine;
  const renewal = listed(engine.renewal);
  return (
    <>
      <p className="cockpit-version">
        <bdi>yt-dlp {current.version}</bdi>{' '}
        <span className="text-soft">
          {t('cockpit.engineSince', { source: current.source, time: time.format(current.since) })}
        </span>
      </p>
      <p role="status">
        {running?.what === 'engine' &&
          t('cockpit.engineRunning', {
            step: t(`cockpit.step_${running.step}`),
            version: running.version ?? '…',
          })}
      </p>
      <ul className="cockpit-lines">
        {listed(current.libraries) && (
          <li>
            <bdi>{listed(current.libraries)}</bdi>
          </li>
        )}
        {current.unsupported.length > 0 && (
          <li className="text-warn">
            {t('cockpit.engineUnsupported', {
              libraries: current.unsupported
                .map((name) => `${name} ${current.libraries[name] ?? ''}`.trim())
                .join(', '),
            })}
          </li>
        )}
        {beyond && <li className="text-warn">{t('cockpit.engineBeyond', beyond)}</li>}
        {renewal && <li>{t('cockpit.engineRenewal', { libraries: renewal })}</li>}
        <li>{t(`cockpit.mode_${engine.mode}`)}</li>
        {engine.obstacle && <li>{t(`cockpit.obstacle_${engine.obstacle}`)}</li>}
        {engine.mode === 'auto' && !engine.hasCanaries && (
          <li className="text-warn">{t('cockpit.engineNoCanaries')}</li>
        )}
        {newest && (
          <li>
            {t('cockpit.engineNewest', { version: newest.version, time: time.format(newest.at) })}
          </li>
        )}
        {engine.pinned && <li>{t('cockpit.enginePinned', { version: engine.pinned })}</li>}
        {last && (
          <li>
            {t('cockpit.engineLast', {
              time: time.format(last.at),
              result: t(`cockpit.result_${last.result}`, { version: buildOf(last) }),
            })}{' '}
            {last.reason &&
              t(`cockpit.reason_${last.reason}`, { platforms: names(last.platforms) })}
          </li>
        )}
        {watching?.what === 'engine' && (
          <li>
            {t('cockpit.engineWatching', {
              failed: watching.failed,
              attempts: watching.attempts,
              expected: Math.round(watching.expectedFailed * 10) / 10,
              until: time.format(watching.until),
            })}
          </li>
        )}
        {engine.refused.map(({ reason, platforms, at, ...build }) => (
          <li key={`${build.version} ${at}`}>
            {t('cockpit.engineRefused', { version: buildOf(build), time: time.format(at) })}{' '}
            {t(`cockpit.reason_${reason}`, { platforms: names(platforms) })}
          </li>
        ))}
      </ul>
    </>
  );
}

const listed = (libraries: EngineAnswer['renewal']) =>
  Object.entries(libraries)
    .map((library) => library.join(' '))
    .join(', ');

/** A version, with the libraries that it is meant with if there are any. */
function buildOf({
  version,
  libraries,
}: Pick<NonNullable<EngineAnswer['last']>, 'version' | 'libraries'>) {
  return [version ?? '…', listed(libraries)].filter(Boolean).join(' + ');
}

type PinDialogProps = { readonly engine: EngineAnswer; readonly onClose: () => void };

/** Pins the engine to a version, or unpins it; suggests the version in use. */
function PinDialog({ engine, onClose }: PinDialogProps) {
  const { t } = useWords();
  // Fixed on open, so that an update of the data does not reverse the meaning of the button.
  const [pinned] = useState(engine.pinned);
  const [version, setVersion] = useState(engine.current.version);
  const call = useOperatorCall(t('cockpit.engineFailed'), ['/api/admin/engine']);
  const send = () =>
    call.mutate(
      {
        method: 'PUT',
        path: `${ENGINE_PATH}/pin`,
        body: { version: pinned ? null : version.trim() },
      },
      { onSuccess: onClose },
    );
  return (
    <Question
      title={t(pinned ? 'cockpit.engineUnpin' : 'cockpit.enginePin')}
      answer={t(pinned ? 'cockpit.engineUnpin' : 'cockpit.enginePin')}
      isDisabled={!pinned && version.trim() === ''}
      isBusy={call.isPending}
      onAnswer={send}
      onClose={onClose}
    >
      <p>{t(pinned ? 'cockpit.unpinText' : 'cockpit.pinText', { version: pinned ?? version })}</p>
      {!pinned && (
        <TextField
          className="mt-4"
          label={t('cockpit.pinVersion')}
          value={version}
          dir="ltr"
          onChange={(event) => setVersion(event.target.value)}
        />
      )}
    </Question>
  );
}
