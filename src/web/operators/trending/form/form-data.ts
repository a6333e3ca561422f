// Builds the multipart form of an upload.

/** The fields besides the file; missing ones are omitted. */
export type FilmForm = {
  readonly title: string;
  readonly description: string;
  readonly featured: boolean;
  readonly platform?: string;
  /** The time of the thumbnail frame. */
  readonly thumbnailSeconds: number | null;
};

/** Builds the form, with the file last, so that the server knows all fields before it stores the file. */
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
