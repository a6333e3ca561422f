// Joins the class names that apply.

/** The names that are texts, with a space between them. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
