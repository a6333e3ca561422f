// Whether this browser keeps the cookies of this site: a file belongs to one. `navigator.cookieEnabled` alone says yes in browsers
// that refuse them by a setting for sites.

// Tests read this file without the types of a browser.
declare const document: { cookie: string };

/** Sets a cookie and takes it back at once. */
export function keepsCookies(): boolean {
  try {
    document.cookie = 'probe=1';
    const isKept = document.cookie.includes('probe=1');
    document.cookie = 'probe=;max-age=0';
    return isKept;
  } catch {
    return false; // a sandboxed frame has none
  }
}
