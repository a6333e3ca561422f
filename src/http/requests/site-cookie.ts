// Names the site's cookies that hold a secret, and keeps them within the site.

/** A cookie's name, the path below which it is sent, and whether it is `Secure`. */
export type SiteCookie = { readonly name: string; readonly path: string; readonly secure: boolean };

/** With https the name makes browsers refuse the cookie from other hosts; `__Host-` does so for cookies of the whole host alone. */
export function siteCookie(
  name: string,
  publicUrl: string | undefined,
  basePath: string,
): SiteCookie {
  const secure = publicUrl?.startsWith('https:') ?? false;
  const mark = basePath === '' ? '__Host-' : '__Secure-';
  return { name: secure ? mark + name : name, path: basePath || '/', secure };
}
