// The search: its box, where to search, and what was found.
import './search.css';
import { Search as SearchIcon, X } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { LimitsAnswer } from '../../../shared/api/answers.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { pathOf } from '../../../shared/routes.ts';
import { downloaderFor } from '../../download-client/link-targets.ts';
import { usePage } from '../../page/page-context.tsx';
import { Part } from '../../page/part.tsx';
import { useFetched } from '../../page/use-fetched.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { useWords } from '../../words/words.tsx';
import { readPastedLink } from './ask.ts';
import { Outcome } from './outcome.tsx';
import { type SearchState, useSearch } from './use-search.ts';
import { SOURCES } from './wanted.ts';

/** The whole tool; requires the messages of `search`. */
export function Search() {
  const { t } = useWords();
  const page = usePage();
  const search = useSearch();
  const { data: limits } = useFetched<LimitsAnswer>('/api/limits', { staysFresh: true });
  const hasYoutube = limits?.youtubeSearch ?? false;
  const { wanted, findings, isAsking } = search;
  const isEmpty = wanted.text.trim() === '';
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page is opened, not when the box is emptied
  useEffect(() => {
    // The heading has the focus after a navigation; on the first page a visitor may be in the header by now.
    const isFree = document.activeElement?.matches('body, h1') ?? true;
    if (isEmpty && location.search === '' && isFree) input.current?.focus({ preventScroll: true });
  }, [page]);
  const isNowhere = limits !== null && !hasYoutube && wanted.source === 'youtube';
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address that names what this site does not search
  useEffect(() => {
    if (isNowhere) search.choose('all');
  }, [isNowhere]);
  return (
    <section className="search" aria-labelledby="search-heading" aria-busy={isAsking}>
      <SearchForm search={search} input={input} hasYoutube={hasYoutube} />
      <h2 id="search-heading" className="sr-only">
        {t('search.heading')}
      </h2>
      <p role="status" className="search-status">
        {findings.kind === 'loading' && t('search.searching')}
        {findings.kind === 'found' && t('search.count', { count: findings.items.length })}
      </p>
      <Outcome search={search} />
      {hasYoutube && !isEmpty && <YoutubeOffer search={search} />}
      <Part name="start" className="search-start" hidden={!isEmpty} />
    </section>
  );
}

/** The offer below other results, or in place of those of YouTube; nothing once YouTube was asked. */
function YoutubeOffer({ search }: { readonly search: SearchState }) {
  const { t } = useWords();
  const { wanted, findings } = search;
  const isChosen = wanted.source === 'youtube';
  const isOffered = isChosen ? findings.kind === 'idle' : findings.kind === 'found';
  if (!isOffered) return null;
  return (
    <Card className="mt-6 flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1 basis-72">
        {!isChosen && <p className="font-semibold">{t('search.youtubeMore')}</p>}
        <p className="text-soft text-sm">{t('search.youtubeHint')}</p>
      </div>
      <Button
        icon={SearchIcon}
        variant={isChosen ? 'primary' : 'secondary'}
        onClick={() => search.search({ text: wanted.text, source: 'youtube' })}
      >
        {t('search.youtubeAsk')}
      </Button>
    </Card>
  );
}

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
function SearchForm({ search, input, hasYoutube }: SearchFormProps) {
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
