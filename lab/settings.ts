// The settings of a server that has the lab in place of the internet, for tests, benches and the demo.

/** It asks no default canaries, which the lab does not have. */
export function labSettings(lab: { readonly proxyUrl: string; readonly caFile: string }) {
  return { UPSTREAM_PROXY: lab.proxyUrl, EXTRA_CA_FILE: lab.caFile, CANARY_URLS: '' };
}
