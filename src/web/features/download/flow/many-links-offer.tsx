// Below the link form, when a text with several links was pasted: offers all of them as a queue.
import { ListVideo } from 'lucide-react';
import { batchPath, leaveLinks } from '../../../download-client/hand-over.ts';
import { readList } from '../../../download-client/read-list.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useWords } from '../../../words/words.tsx';

/** The offer; nothing if the text has only one link that can be used. Requires the messages of `batch`. */
export function ManyLinksOffer({ text }: { readonly text: string }) {
  const { t, code } = useWords();
  const count = readList(text).links.length;
  if (count < 2) return null;
  return (
    <Card className="mb-4 flex flex-wrap items-center justify-between gap-4">
      <p>{t('batch.offerText', { count })}</p>
      <ButtonLink icon={ListVideo} href={batchPath(code)} onClick={() => leaveLinks(text)}>
        {t('batch.offer', { count })}
      </ButtonLink>
    </Card>
  );
}
