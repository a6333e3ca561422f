// What the build adds to imports: styles, the list of languages, and their words as modules of compiled messages.
declare module '*.css';
/** The address of the built file. */
declare module '*.svg' {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: this is what the build makes of it
  export default address;
}
declare module 'virtual:languages' {
  type Load = () => Promise<import('@lingui/core').Messages>;
  export const languages: readonly import('../../shared/languages.ts').Language[];
  export const firstWords: Readonly<Record<string, Load>>;
  /** What only the build draws with. */
  export const drawnWords: Readonly<Record<string, Load>>;
  export const laterWords: Readonly<Record<string, Readonly<Record<string, Load>>>>;
}
