// What build-web.mjs gives to those who are checked by the compiler.

/**
 * Builds the pages unless dist/web was made from exactly these sources. `root` is the project's folder. `isStrict` builds
 * dist/web-strict for tests: with React's warnings, and the language that shows keys;
 * with a `basePath`, dist/web-below.
 */
export function ensureWebBuild(root: string, isStrict?: boolean, basePath?: string): Promise<void>;
