// The state of the engine in sentences.
import type { EngineAnswer } from '../../../shared/api/engine.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { useWords } from '../../words/words.tsx';

/** The sentences; screen readers announce changes of the running version. */
export function EngineFacts({ engine }: { readonly engine: EngineAnswer }) {
  const { t, language } = useWords();
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const names = (platforms: EngineAnswer['refused'][number]['platforms']) =>
    platforms.map((platform) => PLATFORMS[platform].label).join(', ');
  const { current, newest, running, last, watching } = engine;
  const libraries = Object.entries(current.libraries);
  return (
    <>
      <p className="cockpit-version">
        <bdi>yt-dlp {current.version}</bdi>{' '}
        <span className="text-soft">
          {t('cockpit.engineSince', { source: current.source, time: time.format(current.since) })}
        </span>
      </p>
      <p role="status">
        {running &&
          t('cockpit.engineRunning', {
            step: t(`cockpit.step_${running.step}`),
            version: running.version ?? '…',
          })}
      </p>
      <ul className="cockpit-lines">
        {libraries.length > 0 && (
          <li>
            <bdi>{libraries.map((library) => library.join(' ')).join(', ')}</bdi>
          </li>
        )}
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
              result: t(`cockpit.result_${last.result}`, { version: last.version ?? '…' }),
            })}{' '}
            {last.reason &&
              t(`cockpit.reason_${last.reason}`, { platforms: names(last.platforms) })}
          </li>
        )}
        {watching && (
          <li>
            {t('cockpit.engineWatching', {
              failed: watching.failed,
              attempts: watching.attempts,
              expected: Math.round(watching.expectedFailed * 10) / 10,
              until: time.format(watching.until),
            })}
          </li>
        )}
        {engine.refused.map(({ version, reason, platforms, at }) => (
          <li key={`${version} ${at}`}>
            {t('cockpit.engineRefused', { version, time: time.format(at) })}{' '}
            {t(`cockpit.reason_${reason}`, { platforms: names(platforms) })}
          </li>
        ))}
      </ul>
    </>
  );
}
