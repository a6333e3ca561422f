// A confirmation dialog of the operators' views.
import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../../words/words.tsx';

/** `answer` is the label of the confirm button. The dialog stays open while `isBusy`, and until its owner unmounts it. */
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

/** The dialog. Requires the messages of `operators`. */
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
