// Names the site's cookies that hold a secret, and keeps them within the site.

/** A cookie's name, the path below which it is sent, and whether it is `Secure`. */
export type SiteCookie = { readonly name: string; readonly path: string; readonly secure: boolean };

/**
 * With https, browsers take a cookie of this name from this host alone: a sibling subdomain cannot plant one. That needs the path `/`, so
 * below a base path the name keeps sites of one host apart, and the host's other applications receive the cookie, too.
 */
export function siteCookie(
  name: string,
  publicUrl: string | undefined,
  basePath: string,
): SiteCookie {
  if (!publicUrl?.startsWith('https:')) return { name, path: basePath || '/', secure: false };
  return { name: `__Host-${name}${basePath.replaceAll('/', '.')}`, path: '/', secure: true };
}
