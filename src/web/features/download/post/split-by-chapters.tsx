// The chapters of a video as files of their own in one ZIP file, each as the whole was chosen. A chunk of its own.
import type { InspectAnswer, InspectItem } from '../../../../shared/api/inspect.ts';
import type { Choice } from '../../../download-client/flow-state.ts';
import { Card } from '../../../ui/card.tsx';
import { useWords } from '../../../words/words.tsx';
import { AsZip } from './as-zip.tsx';
import { chapterMembers } from './chapter-members.ts';

type SplitByChaptersProps = {
  readonly answer: InspectAnswer;
  readonly item: InspectItem;
  readonly choice: Choice;
};

/** The button, and what follows it; starts anew for another choice. */
export function SplitByChapters({ answer, item, choice }: SplitByChaptersProps) {
  const { t } = useWords();
  const members = chapterMembers(answer, item, choice);
  return (
    <Card className="mt-4">
      <AsZip
        key={JSON.stringify(choice)}
        variant="secondary"
        answer={answer}
        members={members}
        label={t('post.splitChapters', { count: members.length })}
        hint={t('post.splitChaptersHint')}
      />
    </Card>
  );
}
