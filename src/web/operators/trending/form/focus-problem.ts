// Brings whoever sent a form to the first field that is not right.

/** Once the form has drawn its problems. */
export function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
