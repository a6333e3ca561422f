// How the site differs from ad-laden downloaders.
import { Check, X } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import type { Drawing } from '../drawing.ts';
import { HomeBlock } from './home-block.tsx';

const COMPARED = [
  ['home.before1', 'home.after1'],
  ['home.before2', 'home.after2'],
  ['home.before3', 'home.after3'],
] as const;

/** The comparison; hidden once there is a link. */
export function HomePitch({ drawing: { t } }: { readonly drawing: Drawing }) {
  return (
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
  );
}
