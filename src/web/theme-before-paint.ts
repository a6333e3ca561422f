// Runs in <head> before anything is drawn: puts on the theme that the visitor chose, so that nothing flashes, and every
// later choice too. Imports nothing: it is a script of its own, not a module, and nothing waits for it but the first paint.
(() => {
  const show = (chosen: unknown) => {
    const isChoice = chosen === 'light' || chosen === 'dark';
    if (isChoice) document.documentElement.dataset['theme'] = chosen;
    else delete document.documentElement.dataset['theme'];
    // The colour around the page, too: each of these tags is for one of the two.
    for (const tag of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
      const { theme } = tag.dataset;
      if (isChoice) tag.media = theme === chosen ? 'all' : 'not all';
      else tag.media = `(prefers-color-scheme: ${theme})`;
    }
  };
  try {
    show(localStorage.getItem('theme'));
  } catch (error) {
    console.warn('"theme" could not be read from the storage of the browser', error);
  }
  addEventListener('storage', (event) => event.key === 'theme' && show(event.newValue));
  addEventListener('keepreel:theme', (event) => show((event as CustomEvent).detail));
})();
