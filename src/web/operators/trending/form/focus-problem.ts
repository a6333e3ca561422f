// Moves the focus to the first invalid field of a form.

/** Once the form has drawn its problems. */
export function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
