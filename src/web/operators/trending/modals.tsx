// Renders the open dialog of the dashboard.
import type { AdminTrendingItem } from '../../../shared/api/admin.ts';
import { useWords } from '../../words/words.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { AddDialog } from './form/add-dialog.tsx';
import { EditDialog } from './form/edit-dialog.tsx';
import type { Modal } from './modal.ts';
import { OrderDialog } from './order-dialog.tsx';
import type { Deletion } from './use-deletion.ts';

/** `onDone` closes the dialog, announces the text and reloads the list. */
export type ModalsProps = {
  readonly modal: Modal;
  readonly videos: readonly AdminTrendingItem[];
  readonly featured: readonly AdminTrendingItem[];
  readonly deletion: Deletion;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
};

/** The dialog; nothing if its video no longer exists. */
export function Modals({ modal, videos, featured, deletion, onClose, onDone }: ModalsProps) {
  const { t } = useWords();
  if (modal.kind === 'none') return null;
  if (modal.kind === 'add')
    return (
      <AddDialog
        link={modal.link}
        onClose={onClose}
        onAdded={() => onDone(t('operators-trending.added'))}
      />
    );
  if (modal.kind === 'order')
    return (
      <OrderDialog
        videos={featured}
        onClose={onClose}
        onSaved={() => onDone(t('operators-trending.orderSaved'))}
      />
    );
  const video = videos.find(({ id }) => id === modal.id);
  if (!video) return null;
  if (modal.kind === 'edit')
    return (
      <EditDialog
        video={video}
        onClose={onClose}
        onSaved={() => onDone(t('operators-trending.updated'))}
      />
    );
  return (
    <DeleteDialog
      video={video}
      isBusy={deletion.isDeleting}
      onClose={onClose}
      onDelete={() => deletion.remove(video, onClose)}
    />
  );
}
