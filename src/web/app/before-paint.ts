// Runs in <head> before the first paint: applies the chosen theme, now and after later changes, reloads the page if the
// server did not know the chosen language, and keeps the browser's offer to install the site for the page about phones.
// Imports nothing: it is a separate blocking script, not a module.
(() => {
  const page = document.documentElement;
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
    document.cookie = `${mirror}; path=/; max-age=31536000; samesite=lax${secure}`;
    const isKept = document.cookie.split('; ').includes(mirror);
    const hasPrefix = /^\/[a-z]{2}(-[A-Z]{2})?(\/|$)/.test(location.pathname);
    if (isKept && !hasPrefix && chosen !== language) location.reload();
  };
  try {
    show(localStorage.getItem('theme'));
    speak(localStorage.getItem('language'));
  } catch (error) {
    console.warn('the storage of the browser could not be read', error);
  }
  addEventListener('storage', (event) => event.key === 'theme' && show(event.newValue));
  addEventListener('beforeinstallprompt', (event) => {
    // Else some browsers show an offer of their own over the page.
    event.preventDefault();
    (window as { installOffer?: Event }).installOffer = event;
  });
  addEventListener('keepreel:theme', (event) => show((event as CustomEvent).detail));
})();
