// A question of the operators' views: what is asked, the way back, and the one button that does it.
import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../../words/words.tsx';

/** `answer` is the word on the button that does it. It stays open while `isBusy`, and until its owner takes it away. */
export type QuestionProps = {
  readonly title: string;
  readonly answer: string;
  readonly variant?: ButtonVariant;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  readonly onAnswer: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The question. Needs the words of `operators` above it. */
export function Question(props: QuestionProps) {
  const { title, answer, variant = 'primary', isBusy, isDisabled, onAnswer, onClose } = props;
  const { t } = useWords();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('operators.cancel')}
          </Button>
          <Button variant={variant} busy={isBusy} disabled={isDisabled} onClick={onAnswer}>
            {answer}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}
