// The ways from a phone to this site and from it into the phone's apps.
import { Bookmark, Download } from 'lucide-react';
import {
  type MouseEvent,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { laterPart } from '../../page/later-part.tsx';
import { usePage, useSite } from '../../page/page-context.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/words.tsx';
import { install, useInstallState } from './install-offer.ts';
import { Way } from './way.tsx';

const MENUS = ['Chrome', 'Firefox', 'Ios', 'Computer'] as const;

/** Installs the site. Its first line has the same height in every state. */
function InstallWay() {
  const { t } = useWords();
  const state = useInstallState();
  return (
    <Way heading={t('mobile.installHeading')} devices={t('mobile.everyDevice')}>
      <p>{t('mobile.installText')}</p>
      <div className="mt-4 flex min-h-11 items-center" aria-live="polite">
        {state === 'offered' ? (
          <Button variant="primary" icon={Download} onClick={() => void install()}>
            {t('mobile.install')}
          </Button>
        ) : (
          <p className="font-semibold">
            {t(state === 'installed' ? 'mobile.installed' : 'mobile.installByMenu')}
          </p>
        )}
      </div>
      <dl className="way-menus">
        {MENUS.map((menu) => (
          <div key={menu}>
            <dt>{t(`mobile.menu${menu}`)}</dt>
            <dd>{t(`mobile.menu${menu}Text`)}</dd>
          </div>
        ))}
      </dl>
    </Way>
  );
}

/** All of them; requires the messages of `mobile`. */
export function Mobile() {
  const { t } = useWords();
  const { name } = useSite();
  return (
    <>
      <HandOver />
      <InstallWay />
      <Way
        heading={t('mobile.shareHeading')}
        devices="Android"
        picture={{ image: 'mobile-share', alt: t('mobile.shareAlt') }}
      >
        <p>{t('mobile.shareText', { name })}</p>
        <p>{t('mobile.shareElsewhere')}</p>
      </Way>
      <ShortcutWay />
      <BookmarkletWay />
      <Way
        heading={t('mobile.photosHeading')}
        devices={t('mobile.phones')}
        picture={{ image: 'mobile-photos', alt: t('mobile.photosAlt') }}
      >
        <p>{t('mobile.photosText')}</p>
        <p>{t('mobile.photosLimit')}</p>
      </Way>
      <Way
        heading={t('mobile.noticeHeading')}
        devices={t('mobile.everyDevice')}
        picture={{ image: 'mobile-notify', alt: t('mobile.noticeAlt') }}
      >
        <p>{t('mobile.noticeText')}</p>
        <p>{t('mobile.noticeLimit')}</p>
      </Way>
    </>
  );
}

const QrCode = laterPart(() =>
  import('../../ui/pictures/qr-code.tsx').then(({ QrCode }) => QrCode),
);

/** Where mobile.css shows the section. */
const WIDE = '(width >= 64rem)';

/** A code for the camera of a phone; only fetched where it is shown. Phones hide it, and need it least. */
function HandOver() {
  const { t } = useWords();
  const { home } = useSiteAddresses();
  const isShown = useSyncExternalStore(followWidth, isWide, () => false);
  const drawing = <Skeleton className="size-56 rounded-md" />;
  return (
    <section className="hand-over" aria-labelledby="hand-over-heading">
      <div>
        <h2 id="hand-over-heading">{t('mobile.handOverHeading')}</h2>
        <p>{t('mobile.handOverText')}</p>
      </div>
      {isShown ? (
        <Suspense fallback={drawing}>
          <QrCode text={home} label={t('mobile.handOverLabel', { address: home })} />
        </Suspense>
      ) : (
        drawing
      )}
    </section>
  );
}

function isWide(): boolean {
  return matchMedia(WIDE).matches;
}

function followWidth(listener: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** The recipe of a shortcut for the share sheet of iPhones: it opens the shared link here, and needs no key. */
function ShortcutWay() {
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
          <p className="text-soft text-sm">{t('mobile.partHint')}</p>
        </li>
        <li>
          <p>{t('mobile.shortcutUse', { name: ownName })}</p>
        </li>
      </ol>
    </Way>
  );
}

/** A bookmark that opens the page that one is looking at here: to drag on computers, to copy on phones. */
function BookmarkletWay() {
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
      <p className="text-soft text-sm">{t('mobile.partHint')}</p>
    </Way>
  );
}

/** `action` names the button, for there are several on the page; `dir` is that of the value. */
type CopyValueProps = {
  readonly label: string;
  readonly value: string;
  readonly action: string;
  readonly dir?: 'ltr' | 'auto';
};

/** A value to copy into another app, with its button. */
function CopyValue({ label, value, action, dir = 'ltr' }: CopyValueProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="mt-3 max-w-xl">
      <TextField
        ref={field}
        label={label}
        value={value}
        readOnly
        dir={dir}
        onFocus={(event) => event.target.select()}
      />
      <CopyButton className="mt-2" text={value} label={action} shownIn={field} />
    </div>
  );
}

/** The address of the site in this language, and what a link is appended to, encoded, to open it here. */
type SiteAddresses = { readonly home: string; readonly withLink: string };

/** Returns them; empty until the page runs in a browser, which alone knows how the site was reached. */
function useSiteAddresses(): SiteAddresses {
  const { home } = usePage();
  const origin = useSyncExternalStore(
    never,
    () => location.origin,
    () => null,
  );
  if (origin === null) return { home: '', withLink: '' };
  return { home: origin + home, withLink: `${origin}${home}?u=` };
}

/** Returns the program of a bookmark that opens its page here, in a new tab where the browser allows one. */
function bookmarkletFor(withLink: string): string {
  const target = JSON.stringify(withLink);
  return `javascript:(u=>{open(u)||(location.href=u)})(${target}+encodeURIComponent(location.href))`;
}

function never(): () => void {
  return () => undefined;
}
