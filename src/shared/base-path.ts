// The path below which the site is served, as the build knows it: the address of anything of our own begins with it.

declare global {
  /** Put in by the build of the pages; there is no such variable in the server and in scripts. */
  const BUILT_BASE_PATH: string;
}

/** Empty, or like `/keepreel`: a constant that the bundler folds. Always empty in the server, which reads the setting. */
export const BASE_PATH: string = typeof BUILT_BASE_PATH === 'string' ? BUILT_BASE_PATH : '';
