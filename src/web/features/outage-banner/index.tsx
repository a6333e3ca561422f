// The banner about YouTube, shown while the server has many failures there.
import './outage-banner.css';
import { Pause, Play, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWords } from '../../words/words.tsx';

/** `onClose` is called when the visitor dismisses it. */
export type YoutubeNoticeProps = { readonly onClose: () => void };

/** Overlays the bottom of the screen, so that the layout does not shift. Its text scrolls three times, then stops. */
export function YoutubeNotice({ onClose }: YoutubeNoticeProps) {
  const { t } = useWords();
  const [isMoving, setIsMoving] = useState(true);
  return (
    <aside
      className="notice"
      aria-label={t('outage-banner.label')}
      data-moving={isMoving || undefined}
    >
      <div className="notice-course">
        <p onAnimationEnd={() => setIsMoving(false)}>{t('outage-banner.youtube')}</p>
      </div>
      <IconButton
        className="notice-motion"
        label={t(isMoving ? 'outage-banner.pause' : 'outage-banner.play')}
        icon={isMoving ? Pause : Play}
        onClick={() => setIsMoving(!isMoving)}
      />
      <IconButton label={t('ui.close')} icon={X} onClick={onClose} />
    </aside>
  );
}
