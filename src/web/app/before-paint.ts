// Runs in <head> before the first paint: applies the chosen theme, now and after later changes, reloads the page if the
// server did not know the chosen language or could not be reached, and keeps the browser's offer to install the site for the
// page about phones.
// Imports nothing: it is a separate blocking script, not a module.

(() => {
  const page = document.documentElement;
  const RELOADED = 'reloadedForFile';
  const show = (chosen: unknown) => {
    const isChoice = chosen === 'light' || chosen === 'dark';
    if (isChoice) page.dataset['theme'] = chosen;
    else delete page.dataset['theme'];
    // The colour of the browser's own controls; each tag is for one theme.
    for (const tag of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
      const { theme } = tag.dataset;
      if (isChoice) tag.media = theme === chosen ? 'all' : 'not all';
      else tag.media = `(prefers-color-scheme: ${theme})`;
    }
  };
  /** The choice is stored in the browser and mirrored in a cookie for the server; a lost cookie is restored. */
  const speak = (chosen: string | null) => {
    const { language, languages = '' } = page.dataset;
    if (!chosen || !languages.split(' ').includes(chosen)) return;
    const mirror = `language=${chosen}`;
    if (document.cookie.split('; ').includes(mirror)) return;
    const secure = location.protocol === 'https:' ? '; secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, too late for the first paint
    document.cookie = `${mirror}; path=${BUILT_BASE_PATH || '/'}; max-age=31536000; samesite=lax${secure}`;
    const isKept = document.cookie.split('; ').includes(mirror);
    const hasPrefix = /^\/[a-z]{2}(-[A-Z]{2})?(\/|$)/.test(
      BUILT_BASE_PATH ? location.pathname.slice(BUILT_BASE_PATH.length) : location.pathname,
    );
    if (isKept && !hasPrefix && chosen !== language) location.reload();
  };
  let timer = 0;
  let pauseMs = 2000;
  const { pathname } = location;
  /** Asks the server until it answers (any answer but that of a proxy in front of it will do), then reloads the page. */
  const look = async () => {
    const answer = await fetch(`${BUILT_BASE_PATH}/healthz`, { cache: 'no-store' }).catch(
      () => null,
    );
    // A link has led elsewhere.
    if (location.pathname !== pathname) return;
    if (answer && answer.status < 500) return location.reload();
    lookAgain();
    pauseMs = Math.min(pauseMs * 1.5, 30_000);
  };
  const lookAgain = () => {
    clearTimeout(timer);
    timer = setTimeout(look, pauseMs);
  };
  const startLooking = () => {
    lookAgain();
    addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
  };
  // The worker shows the offline page at the address of another.
  if ('offline' in page.dataset && !pathname.endsWith('/offline')) startLooking();
  try {
    show(localStorage.getItem('theme'));
    speak(localStorage.getItem('language'));
  } catch (error) {
    console.warn('the storage of the browser could not be read', error);
  }
  // The server stopped while the page was loading. Once a tab: a file that is blocked would fail again.
  const onMissing = ({ target }: Event) => {
    const { tagName, rel, src, href } = target as HTMLScriptElement & HTMLLinkElement;
    const isNeeded = tagName === 'SCRIPT' || rel === 'stylesheet';
    // Of an element of SVG, it is an object.
    const isOurs = String(src || href).includes('/assets/');
    if (!isNeeded || !isOurs || 'ready' in page.dataset) return;
    try {
      if (sessionStorage.getItem(RELOADED)) return;
      sessionStorage.setItem(RELOADED, 'yes');
    } catch {
      return; // a second time could not be told from the first
    }
    startLooking();
  };
  addEventListener('error', onMissing, true);
  addEventListener('storage', (event) => event.key === 'theme' && show(event.newValue));
  addEventListener('beforeinstallprompt', (event) => {
    // Else some browsers show an offer of their own over the page.
    event.preventDefault();
    (window as { installOffer?: Event }).installOffer = event;
  });
  addEventListener('keepreel:theme', (event) => show((event as CustomEvent).detail));
})();
