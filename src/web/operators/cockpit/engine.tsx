// The engine: current and newest version, the running update, and its actions.
import { useState } from 'react';
import type { EngineAnswer } from '../../../shared/api/engine.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';
import { useOperatorCall, useOperatorData } from '../shell/operator-data.ts';
import { ViewState } from '../shell/view-state.tsx';
import { Block } from './block.tsx';
import { EngineFacts } from './engine-facts.tsx';
import { PinDialog } from './pin-dialog.tsx';

const PATH = '/api/admin/engine';
/** Polling interval during an update, which takes a minute or two in short steps. */
const BUSY_MS = 1500;
const CALM_MS = 30_000;

/** The state and the buttons. */
export function Engine() {
  const { t } = useWords();
  const [isBusy, setIsBusy] = useState(false);
  const [isPinning, setIsPinning] = useState(false);
  const query = useOperatorData<EngineAnswer>(PATH, isBusy ? BUSY_MS : CALM_MS);
  const call = useOperatorCall(t('cockpit.engineFailed'), [PATH, '/api/admin/cockpit']);
  const running = query.data?.running ?? null;
  if ((running !== null) !== isBusy) setIsBusy(running !== null);
  const post = (what: 'check' | 'update' | 'rollback') =>
    call.mutate({
      method: 'POST',
      path: `${PATH}/${what}`,
      ...(what === 'update' && { body: {} }),
    });
  return (
    <Block heading={t('cockpit.engine')}>
      <ViewState query={query}>
        {(engine) => {
          const wait = running !== null || call.isPending;
          const target = engine.pinned ?? engine.newest?.version ?? null;
          const isNewer = target !== null && target !== engine.current.version;
          return (
            <>
              <EngineFacts engine={engine} />
              {engine.obstacle === null && (
                <div className="cockpit-buttons">
                  <Button disabled={wait} onClick={() => post('check')}>
                    {t('cockpit.engineCheck')}
                  </Button>
                  <Button
                    variant={isNewer ? 'primary' : 'secondary'}
                    disabled={wait || !isNewer}
                    onClick={() => post('update')}
                  >
                    {isNewer
                      ? t('cockpit.engineUpdateTo', { version: target })
                      : t('cockpit.engineUpdate')}
                  </Button>
                  {engine.previous && (
                    <Button disabled={wait} onClick={() => post('rollback')}>
                      {t('cockpit.engineBackTo', { version: engine.previous })}
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
