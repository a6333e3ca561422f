// Moves the focus to the first invalid field of a form.

/** Call it once the form has rendered its problems. */
export function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
