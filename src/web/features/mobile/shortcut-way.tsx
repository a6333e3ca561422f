// The recipe of a shortcut for the share sheet of iPhones: it opens the shared link here, and needs no key.
import { useSite } from '../../page/page-context.tsx';
import { useWords } from '../../words/words.tsx';
import { useSiteAddresses } from './addresses.ts';
import { CopyValue } from './copy-value.tsx';
import { Way } from './way.tsx';

/** The section. */
export function ShortcutWay() {
  const { t } = useWords();
  const { name } = useSite();
  const { withLink } = useSiteAddresses();
  const ownName = t('mobile.saveWith', { name });
  return (
    <Way heading={t('mobile.shortcutHeading')} devices="iPhone, iPad">
      <p>{t('mobile.shortcutText')}</p>
      <ol className="counted way-steps">
        <li>
          <p>{t('mobile.shortcutNew')}</p>
          <CopyValue
            label={t('mobile.shortcutName')}
            value={ownName}
            dir="auto"
            action={t('mobile.copyName')}
          />
        </li>
        <li>
          <p>{t('mobile.shortcutShown')}</p>
        </li>
        <li>
          <p>{t('mobile.shortcutEncode')}</p>
        </li>
        <li>
          <p>{t('mobile.shortcutOpen')}</p>
          <CopyValue
            label={t('mobile.shortcutAddress')}
            value={withLink}
            action={t('mobile.copyAddress')}
          />
        </li>
        <li>
          <p>{t('mobile.shortcutUse', { name: ownName })}</p>
        </li>
      </ol>
    </Way>
  );
}
