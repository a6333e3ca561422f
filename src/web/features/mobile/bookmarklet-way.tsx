// A bookmark that opens the page that one is looking at here: to drag on computers, to copy on phones.
import { Bookmark } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useSite } from '../../page/page-context.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';
import { bookmarkletFor, useSiteAddresses } from './addresses.ts';
import { CopyValue } from './copy-value.tsx';
import { Way } from './way.tsx';

/** The section. */
export function BookmarkletWay() {
  const { t } = useWords();
  const { name } = useSite();
  const { withLink } = useSiteAddresses();
  const code = withLink && bookmarkletFor(withLink);
  const link = useRef<HTMLAnchorElement>(null);
  const [isPressed, setIsPressed] = useState(false);
  useEffect(() => {
    // React refuses such addresses, rightly where a visitor could have written them; this one is ours, and never followed here.
    if (code) link.current?.setAttribute('href', code);
  }, [code]);
  const explain = (event: MouseEvent) => {
    event.preventDefault();
    setIsPressed(true);
  };
  return (
    <Way heading={t('mobile.bookmarkHeading')} devices={t('mobile.everyBrowser')}>
      <p>{t('mobile.bookmarkText')}</p>
      <div className="mt-4 pointer-coarse:hidden">
        <p className="mb-2">{t('mobile.bookmarkDrag')}</p>
        <ButtonLink ref={link} icon={Bookmark} onClick={explain} draggable>
          {t('mobile.saveWith', { name })}
        </ButtonLink>
        <p role="status" className="mt-2 min-h-6 text-sm">
          {isPressed && t('mobile.bookmarkPressed')}
        </p>
      </div>
      <p className="mt-4">{t('mobile.bookmarkByHand')}</p>
      <CopyValue
        label={t('mobile.bookmarkAddress')}
        value={code}
        action={t('mobile.copyBookmark')}
      />
    </Way>
  );
}
