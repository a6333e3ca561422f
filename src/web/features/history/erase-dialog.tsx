// Asks before the whole history is erased: on request, or when it was switched off.
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../../words/words.tsx';

type EraseDialogProps = {
  readonly asked: 'all' | 'off' | null;
  readonly onClose: () => void;
  readonly onErase: () => void;
};

/** The dialog; open while something is asked. */
export function EraseDialog({ asked, onClose, onErase }: EraseDialogProps) {
  const { t } = useWords();
  const isOff = asked === 'off';
  return (
    <Dialog
      open={asked !== null}
      onClose={onClose}
      title={t(isOff ? 'history.offAskHeading' : 'history.askHeading')}
      footer={
        <>
          <Button onClick={onClose}>{t(isOff ? 'history.keepThem' : 'history.cancel')}</Button>
          <Button variant="danger" onClick={onErase}>
            {t('history.eraseAll')}
          </Button>
        </>
      }
    >
      <p>{t(isOff ? 'history.offAskText' : 'history.askText')}</p>
    </Dialog>
  );
}
