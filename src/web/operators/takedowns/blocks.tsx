// The block list, with the reasons.
import { Ban } from 'lucide-react';
import { useState } from 'react';
import type { BlocksAnswer, BlockView } from '../../../shared/api/takedown.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';
import { useOperatorCall, useOperatorData } from '../shell/operator-data.ts';
import { Question } from '../shell/question.tsx';
import { ViewState } from '../shell/view-state.tsx';
import { BlockDialog } from './block-dialog.tsx';

const PATH = '/api/admin/blocks';

/** The list, with buttons to add and remove entries. */
export function Blocks() {
  const { t, language } = useWords();
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<BlockView | null>(null);
  const query = useOperatorData<BlocksAnswer>(PATH);
  const remove = useOperatorCall(t('notices.unblockFailed'), [PATH, '/api/admin/takedowns']);
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const columns: readonly Column<BlockView>[] = [
    {
      key: 'subject',
      head: t('notices.subject'),
      isRowHead: true,
      cell: ({ subject }) => (
        <bdi dir="ltr" className="notice-subject">
          {subject}
        </bdi>
      ),
    },
    {
      key: 'kind',
      head: t('notices.blockKind'),
      cell: ({ kind }) => t(kind === 'video' ? 'notices.blockVideo' : 'notices.blockUploaders'),
    },
    { key: 'reason', head: t('notices.blockReason'), cell: ({ reason }) => <bdi>{reason}</bdi> },
    {
      key: 'since',
      head: t('notices.blockSince'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>,
    },
    {
      key: 'remove',
      head: t('notices.actions'),
      plain: true,
      cell: (block) => (
        <Button onClick={() => setLeaving(block)}>
          {t('notices.unblock')} <span className="sr-only">{block.subject}</span>
        </Button>
      ),
    },
  ];
  return (
    <section className="notice-blocks" aria-labelledby="blocks-heading">
      <div className="notice-blocks-head">
        <h2 id="blocks-heading">{t('notices.blocks')}</h2>
        <Button icon={Ban} onClick={() => setIsAdding(true)}>
          {t('notices.addBlock')}
        </Button>
      </div>
      <ViewState query={query}>
        {({ blocks, count }) =>
          count === 0 ? (
            <p className="text-soft">{t('notices.noBlocks')}</p>
          ) : (
            <>
              <Table
                caption={t('notices.blocks')}
                columns={columns}
                rows={blocks}
                rowKey={({ id }) => id}
              />
              {count > blocks.length && (
                <p className="text-soft">
                  {t('notices.moreBlocks', { shown: blocks.length, count })}
                </p>
              )}
            </>
          )
        }
      </ViewState>
      {isAdding && <BlockDialog onClose={() => setIsAdding(false)} />}
      {leaving && (
        <Question
          title={t('notices.unblock')}
          answer={t('notices.unblock')}
          variant="danger"
          isBusy={remove.isPending}
          onAnswer={() =>
            remove.mutate(
              { method: 'DELETE', path: `${PATH}/${leaving.id}` },
              { onSuccess: () => setLeaving(null) },
            )
          }
          onClose={() => setLeaving(null)}
        >
          <p>{t('notices.unblockText', { subject: leaving.subject })}</p>
        </Question>
      )}
    </section>
  );
}
