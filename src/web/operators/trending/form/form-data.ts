// A form with a film in it, as the server reads it.

/** What goes with the film; what is not there is not named. */
export type FilmForm = {
  readonly title: string;
  readonly description: string;
  readonly featured: boolean;
  readonly platform?: string;
  /** The moment of the picture. */
  readonly thumbnailSeconds: number | null;
};

/** The fields first, the file last: the server knows everything before it begins to write. */
export function filmFormData(film: FilmForm, file: File): FormData {
  const form = new FormData();
  form.set('title', film.title.trim());
  form.set('description', film.description.trim());
  if (film.platform !== undefined) form.set('platform', film.platform);
  form.set('featured', String(film.featured));
  if (film.thumbnailSeconds !== null)
    form.set('thumbnailSeconds', film.thumbnailSeconds.toFixed(3));
  form.set('file', file);
  return form;
}
