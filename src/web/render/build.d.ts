// Types of the build's virtual modules: styles, the list of languages, and their compiled messages.
declare module '*.css';
/** The URL of the built file. */
declare module '*.svg' {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: this is what the build generates
  export default address;
}
declare module 'virtual:languages' {
  type Words = { readonly messages: import('@lingui/core').Messages };
  type Load<T> = () => Promise<T>;
  type LaterGroup = import('../words/keys.ts').LaterGroup;
  export const languages: readonly import('../../shared/languages.ts').Language[];
  /** The messages that every page needs, and how those of each lazy group are loaded. */
  export const firstWords: Readonly<
    Record<string, Load<Words & { readonly later: Readonly<Record<LaterGroup, Load<Words>>> }>>
  >;
  /** The messages that only prerendered parts use. */
  export const drawnWords: Readonly<Record<string, Load<Words>>>;
}
