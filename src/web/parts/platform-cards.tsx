// The eight platforms as cards: mark, health, one sentence, and a link.
import { PLATFORMS } from '../../shared/platforms/index.ts';
import { MAIN_PLATFORM_IDS } from '../../shared/platforms/platform.ts';
import { Mark } from '../platform-marks/mark.tsx';
import type { Drawing } from './drawing.ts';

/** The cards, with the texts of the home page. */
export function PlatformCards({ drawing }: { readonly drawing: Drawing }) {
  const { hrefOf, content } = drawing;
  const sentences = content.pages.home.platforms;
  return (
    <ul className="platform-cards">
      {MAIN_PLATFORM_IDS.map((platform) => (
        <li key={platform}>
          <a href={hrefOf(platform)}>
            <Mark of={platform} />
            <strong>
              {PLATFORMS[platform].label}
              <i data-health={platform} />
            </strong>
            <span>{sentences[platform]}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
