// How the site works, and how it differs from ad-laden downloaders.
import { Check, X } from 'lucide-react';
import type { Drawing } from '../../render/drawing.ts';
import { Icon } from '../../ui/icon.tsx';
import { HomeBlock } from './home-block.tsx';

const WORKS = [
  ['home.works1Title', 'home.works1Text'],
  ['home.works2Title', 'home.works2Text'],
  ['home.works3Title', 'home.works3Text'],
] as const;

const COMPARED = [
  ['home.before1', 'home.after1'],
  ['home.before2', 'home.after2'],
  ['home.before3', 'home.after3'],
  ['home.before4', 'home.after4'],
  ['home.before5', 'home.after5'],
  ['home.before6', 'home.after6'],
] as const;

/** Both blocks; hidden once there is a link. */
export function HomePitch({ drawing: { t } }: { readonly drawing: Drawing }) {
  return (
    <>
      <HomeBlock name="compared" heading={t('home.comparedHeading')}>
        <table>
          <colgroup>
            <col />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{t('home.comparedBefore')}</th>
              <th scope="col">{t('home.comparedAfter')}</th>
            </tr>
          </thead>
          <tbody>
            {COMPARED.map(([before, after]) => (
              <tr key={before}>
                <td>
                  <Icon of={X} />
                  <span>{t(before)}</span>
                </td>
                <td>
                  <Icon of={Check} />
                  <span>{t(after)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </HomeBlock>
      <HomeBlock name="works" heading={t('home.worksHeading')}>
        <ol className="counted">
          {WORKS.map(([title, text]) => (
            <li key={title}>
              <h3>{t(title)}</h3>
              <p>{t(text, { ttl: '{{file_ttl}}' })}</p>
            </li>
          ))}
        </ol>
      </HomeBlock>
    </>
  );
}
