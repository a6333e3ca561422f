// What the build adds to imports: styles, and the words of a language as a module of compiled messages.
declare module '*.css';
declare module 'virtual:words/*' {
  export const messages: import('@lingui/core').Messages;
}
