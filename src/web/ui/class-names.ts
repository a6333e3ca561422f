// Joins the class names that apply.

/** Joins the names that are strings with spaces. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
