// The two reflection functions that the certificate library's container calls; certificates.ts loads this first.
// The library looks for constructor metadata that only a compiler with decorators emits. There is none here, which is a
// valid answer, so a whole polyfill is not needed.

const none = (): undefined => undefined;

Object.assign(Reflect, { getMetadata: none, getOwnMetadata: none });
