// The two reflection calls that the certificate library's container makes; certificates.ts loads this first.
// The library asks for constructor metadata that only a compiler with decorators would leave. There is none here,
// and "none" is a valid answer, so a whole polyfill is not needed.

const none = (): undefined => undefined;

Object.assign(Reflect, { getMetadata: none, getOwnMetadata: none });
