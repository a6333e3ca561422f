// The box of the search and the choice of where to search.
import { Search as SearchIcon, X } from 'lucide-react';
import type { RefObject } from 'react';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { pathOf } from '../../../shared/routes.ts';
import { downloaderFor } from '../../download-client/link-targets.ts';
import { usePage } from '../../page/page-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { useWords } from '../../words/words.tsx';
import { readPastedLink } from './ask.ts';
import type { SearchState } from './use-search.ts';
import { SOURCES } from './wanted.ts';

type SearchFormProps = {
  readonly search: SearchState;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly hasYoutube: boolean;
};

/** The constant attributes of the box, whose id the "/" key knows (slash-key.ts). */
const BOX = {
  id: 'search-box',
  name: 'q',
  type: 'search',
  enterKeyHint: 'search',
  autoComplete: 'off',
  autoCapitalize: 'none',
  dir: 'auto',
  size: 'large',
  labelHidden: true,
  className: 'min-w-0 flex-1',
  leading: <Icon of={SearchIcon} />,
} as const;

/** The form; without scripts it loads the page with its query. */
export function SearchForm({ search, input, hasYoutube }: SearchFormProps) {
  const { t, code } = useWords();
  const { home } = usePage();
  const { wanted } = search;
  const submit = async () => {
    const link = await readPastedLink(wanted.text);
    if (link) location.assign(downloaderFor(link.address, home));
    else search.search(wanted);
  };
  return (
    <search>
      <form
        action={`${languageOf(code).prefix}${pathOf('search')}`}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className="flex gap-2">
          <TextField
            {...BOX}
            ref={input}
            label={t('search.label')}
            placeholder={t('search.placeholder')}
            value={wanted.text}
            onChange={(event) => search.type(event.target.value)}
            trailing={
              wanted.text !== '' && (
                <IconButton
                  label={t('search.clear')}
                  icon={X}
                  onClick={() => {
                    search.type('');
                    input.current?.focus();
                  }}
                />
              )
            }
          />
          <Button type="submit" variant="primary" size="large" className="min-h-15">
            {t('search.submit')}
          </Button>
        </div>
        <fieldset className="search-sources">
          <legend className="sr-only">{t('search.sources')}</legend>
          {SOURCES.filter((source) => source !== 'youtube' || hasYoutube).map((source) => (
            <label key={source} className="segment">
              <input
                type="radio"
                name="source"
                className="sr-only"
                value={source}
                checked={wanted.source === source}
                onChange={() => search.choose(source)}
              />
              {source === 'youtube' ? PLATFORMS.youtube.label : t(`search.${source}`)}
            </label>
          ))}
        </fieldset>
      </form>
    </search>
  );
}
