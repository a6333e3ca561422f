// The takedowns view: the list of notices, one notice, and the block list.
import { useState } from 'react';
import { useWords } from '../../words/words.tsx';
import { Blocks } from './blocks.tsx';
import { Notice } from './notice.tsx';
import { NoticeList } from './notice-list.tsx';
import './takedown-queue.css';

/** The list, or the notice picked from it. Requires the messages of `takedown-queue`. */
export function TakedownQueue() {
  const { t } = useWords();
  const [picked, setPicked] = useState<string | null>(null);
  if (picked !== null) return <Notice id={picked} onBack={() => setPicked(null)} />;
  return (
    <section aria-labelledby="notices-heading">
      <h1 id="notices-heading">{t('takedown-queue.heading')}</h1>
      <NoticeList onPick={setPicked} />
      <Blocks />
    </section>
  );
}
