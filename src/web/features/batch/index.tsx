// Many links at once: the form that takes a list, and the queue that downloads it.
import { useCallback, useEffect, useState } from 'react';
import { useFileDrop } from '../../browser/use-file-drop.ts';
import { takeLinks } from '../../download-client/hand-over.ts';
import type { ListReading } from '../../download-client/read-list.ts';
import { readTextFile } from '../../download-client/read-text-file.ts';
import { Card } from '../../ui/card.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { useWords } from '../../words/words.tsx';
import { LeftOut } from './left-out.tsx';
import { ListForm } from './list-form.tsx';
import { Queue } from './queue.tsx';
import { useBatch } from './use-batch.ts';
import './batch.css';

/** The form and the queue; requires the messages of `batch`. */
export function Batch() {
  const { t } = useWords();
  const { batch, state } = useBatch();
  const [reading, setReading] = useState<ListReading | null>(null);
  const [isNoText, setIsNoText] = useState(false);
  const add = useCallback(
    (text: string) => {
      setIsNoText(false);
      setReading(batch.add(text));
    },
    [batch],
  );
  const addFile = async (file: File) => {
    const text = await readTextFile(file).catch(() => null);
    if (text !== null) return add(text);
    setReading(null);
    setIsNoText(true);
  };
  const isOver = useFileDrop((file) => void addFile(file));
  useEffect(() => {
    batch.restore();
    const left = takeLinks();
    if (left !== null) add(left);
  }, [batch, add]);

  const hasRows = state.rows.length > 0;
  const form = <ListForm onAdd={add} onFile={addFile} isOver={isOver} hasRows={hasRows} />;
  return (
    <>
      <Card as="section" aria-label={t('batch.formHeading')}>
        {hasRows ? <Disclosure summary={t('batch.addMore')}>{form}</Disclosure> : form}
        <div role="status">
          {reading && <LeftOut reading={reading} />}
          {isNoText && <p className="mt-4 text-bad">{t('batch.notText')}</p>}
        </div>
      </Card>
      {hasRows && <Queue batch={batch} state={state} />}
    </>
  );
}
