// A link box without scripts, for pages of text: the browser takes the link to the home page.
import type { Drawing } from './drawing.ts';

/** The form. */
export function LinkBox({ drawing: { t, hrefOf } }: { readonly drawing: Drawing }) {
  return (
    <form
      action={hrefOf('home')}
      className="flex items-start gap-2 max-sm:flex-col max-sm:items-stretch"
    >
      <label htmlFor="link-box" className="sr-only">
        {t('download.formLabel')}
      </label>
      <div className="field field-large min-w-0 flex-1">
        <input
          id="link-box"
          name="url"
          required
          inputMode="url"
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          placeholder={t('download.placeholder')}
        />
      </div>
      <button type="submit" className="btn btn-primary btn-large min-h-15 shrink-0">
        {t('download.analyze')}
      </button>
    </form>
  );
}
