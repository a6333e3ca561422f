// The audit log view, newest first; with a button that ends all sessions of the operator.
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import type { AuditAnswer, AuditItem } from '../../../shared/api/audit.ts';
import { fetchQuery, request } from '../../browser/request.ts';
import { usePage } from '../../page/page-context.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useToasts } from '../../ui/toasts.tsx';
import { useWords } from '../../words/words.tsx';
import { CommandsNote } from '../shell/commands-note.tsx';
import { forgetDrafts } from '../shell/drafts.ts';
import { forgetVisits } from '../shell/route-memory.ts';
import { ViewState } from '../shell/view-state.tsx';
import { actionText } from './action-text.ts';
import { fieldsIn, nameIn } from './entry-text.ts';
import './audit-log.css';

const PATH = '/api/admin/audit';

/** The log; requires the messages of `audit-log`. */
export function AuditLog() {
  const words = useWords();
  const { t, language } = words;
  const query = useInfiniteQuery({
    queryKey: [PATH],
    queryFn: async ({ pageParam, signal }) =>
      (await fetchQuery<AuditAnswer>([pageParam === null ? PATH : `${PATH}?before=${pageParam}`], {
        signal,
      })) as AuditAnswer,
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    // Must include what was just done in another view.
    staleTime: 0,
  });
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const columns: readonly Column<AuditItem>[] = [
    {
      key: 'at',
      head: t('audit-log.at'),
      cell: ({ at }) => <time dateTime={new Date(at).toISOString()}>{time.format(at)}</time>,
    },
    {
      key: 'admin',
      head: t('audit-log.who'),
      cell: ({ admin }) => (admin === null ? t('audit-log.nobody') : <bdi>{admin}</bdi>),
    },
    {
      key: 'action',
      head: t('audit-log.what'),
      isRowHead: true,
      cell: ({ action }) => actionText(action, words),
    },
    {
      key: 'details',
      head: t('audit-log.details'),
      cell: (entry) => {
        const name = nameIn(entry);
        const fields = fieldsIn(entry, words);
        if (name === null && entry.subject === null && fields.length === 0) return null;
        return (
          <ul className="audit-details">
            {name !== null && (
              <li>
                <bdi>{name}</bdi>
              </li>
            )}
            {name === null && entry.subject !== null && (
              <li>
                <code>{entry.subject}</code>
              </li>
            )}
            {fields.map((field) => (
              <li key={field.name}>
                <span className="text-soft">{field.label}:</span> <bdi>{field.text}</bdi>
              </li>
            ))}
          </ul>
        );
      },
    },
  ];
  return (
    <section aria-labelledby="audit-heading">
      <h1 id="audit-heading">{t('audit-log.heading')}</h1>
      <p className="text-soft">{t('audit-log.lead')}</p>
      <Everywhere />
      <CommandsNote />
      <ViewState query={query}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0) return <p>{t('audit-log.empty')}</p>;
          return (
            <>
              <Table
                caption={t('audit-log.heading')}
                className="audit-table"
                columns={columns}
                rows={entries}
                rowKey={({ id }) => id}
              />
              {query.hasNextPage && (
                <Button
                  className="mt-4"
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t('audit-log.older')}
                </Button>
              )}
            </>
          );
        }}
      </ViewState>
    </section>
  );
}

/** Ends all sessions of the operator. */
function Everywhere() {
  const { t } = useWords();
  const { home } = usePage();
  const toasts = useToasts();
  const leave = useMutation({
    mutationFn: () => request('/admin/logout-everywhere', { method: 'POST' }),
    onSuccess() {
      forgetVisits();
      forgetDrafts();
      location.assign(home);
    },
    onError: () => toasts.show({ look: 'destructive', title: t('audit-log.everywhereFailed') }),
  });
  return (
    <div className="audit-everywhere">
      <Button
        icon={LogOut}
        busy={leave.isPending || leave.isSuccess}
        aria-describedby="everywhere-text"
        onClick={() => leave.mutate()}
      >
        {t('audit-log.everywhere')}
      </Button>
      <p id="everywhere-text" className="text-soft">
        {t('audit-log.everywhereText')}
      </p>
    </div>
  );
}
