// The toolbar of the list: search, filters, and a sort menu for narrow screens.
import { Search } from 'lucide-react';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/words.tsx';
import type { Filter, Sort, SortKey } from './arrange.ts';
import { PLATFORM_OPTIONS } from './form/platform-options.ts';
import { KeysHelp } from './keys-help.tsx';

/** `searchId` is the id of the search field, which "/" focuses. */
export type ToolbarProps = {
  readonly searchId: string;
  readonly filter: Filter;
  readonly sort: Sort;
  readonly onFilter: (filter: Filter) => void;
  readonly onSort: (sort: Sort) => void;
};

type NamedSort = 'site' | Extract<SortKey, 'title' | 'platform' | 'views' | 'created'>;
const DESCENDING: ReadonlySet<NamedSort> = new Set(['views', 'created']);

/** The bar. */
export function Toolbar({ searchId, filter, sort, onFilter, onSort }: ToolbarProps) {
  const { t } = useWords();
  const named: NamedSort =
    sort === null || sort.key === 'id' || sort.key === 'featured' ? 'site' : sort.key;
  const all = { value: 'all', label: t('operators-trending.all') } as const;
  return (
    <search className="curating-tools">
      <TextField
        label={t('operators-trending.search')}
        id={searchId}
        type="search"
        dir="auto"
        autoComplete="off"
        leading={<Search aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />}
        className="curating-search"
        value={filter.search}
        onChange={(event) => onFilter({ ...filter, search: event.target.value })}
      />
      <SelectField
        label={t('operators-trending.platform')}
        value={filter.platform}
        options={[
          all,
          ...PLATFORM_OPTIONS,
          { value: 'unknown', label: t('operators-trending.unknownPlatform') },
        ]}
        onChange={(platform) => onFilter({ ...filter, platform })}
      />
      <SelectField
        label={t('operators-trending.featured')}
        value={filter.featured}
        options={[
          all,
          { value: 'yes', label: t('operators-trending.onlyFeatured') },
          { value: 'no', label: t('operators-trending.notFeatured') },
        ]}
        onChange={(featured) => onFilter({ ...filter, featured })}
      />
      <SelectField
        label={t('operators-trending.availability')}
        value={filter.availability}
        options={[
          all,
          { value: 'here', label: t('operators-trending.available') },
          { value: 'gone', label: t('operators-trending.unavailable') },
        ]}
        onChange={(availability) => onFilter({ ...filter, availability })}
      />
      <SelectField
        label={t('operators-trending.sortBy')}
        className="only-narrow"
        value={named}
        options={[
          { value: 'site', label: t('operators-trending.sortSite') },
          { value: 'created', label: t('operators-trending.sortNewest') },
          { value: 'views', label: t('operators-trending.sortViews') },
          { value: 'title', label: t('operators-trending.sortTitle') },
          { value: 'platform', label: t('operators-trending.sortPlatform') },
        ]}
        onChange={(key) =>
          onSort(key === 'site' ? null : { key, isDescending: DESCENDING.has(key) })
        }
      />
      <KeysHelp />
    </search>
  );
}
