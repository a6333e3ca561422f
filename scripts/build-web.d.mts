// What build-web.mjs gives to those who are checked by the compiler.

/** Builds the pages unless dist/web was made from exactly these sources. `root` is the project's folder. */
export function ensureWebBuild(root: string): Promise<void>;
