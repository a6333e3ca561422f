// Types of the build's virtual modules: styles, the list of languages, and their compiled messages.
declare module '*.css';
/** The URL of the built file. */
declare module '*.svg' {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: this is what the build generates
  export default address;
}
declare module 'virtual:languages' {
  type Load = () => Promise<import('@lingui/core').Messages>;
  export const languages: readonly import('../../shared/languages.ts').Language[];
  export const firstWords: Readonly<Record<string, Load>>;
  /** The messages that only prerendered parts use. */
  export const drawnWords: Readonly<Record<string, Load>>;
  export const laterWords: Readonly<Record<string, Readonly<Record<string, Load>>>>;
}
