// Makes elements: `element('p', { className: 'note' }, text, …)`. Texts are always text, never markup.

type Child = Node | string | null | false;

/** Properties of an element, and `aria-…` and other attributes under `attributes`. */
export type ElementOptions<Name extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Name], 'style' | 'attributes' | 'children'>
> & { readonly attributes?: Readonly<Record<string, string>> };

/** An element with its properties and children; null and false are left out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  options: ElementOptions<Name> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const { attributes = {}, ...properties } = options;
  const made = document.createElement(name);
  Object.assign(made, properties);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null && child !== false));
  return made;
}

/** A button with a text. */
export function button(
  text: string,
  variant: 'primary' | 'secondary' | 'quiet',
  onClick: () => void,
): HTMLButtonElement {
  const made = element('button', { type: 'button', className: `btn btn-${variant}` }, text);
  made.addEventListener('click', onClick);
  return made;
}
