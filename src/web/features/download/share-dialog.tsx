// The dialog with the share link of a file, loaded when it is opened.
import { Suspense, useRef } from 'react';
import { laterPart } from '../../page/later-part.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/words.tsx';

const QrPicture = laterPart(() =>
  import('../../ui/pictures/qr-code.tsx').then(({ QrCode }) => QrCode),
);

type ShareDialogProps = {
  readonly isOpen: boolean;
  /** Null until the server has created it. */
  readonly shareUrl: string | null;
  readonly onClose: () => void;
};

/** The share link of a file, to copy or as a QR code. */
export function ShareDialog({ isOpen, shareUrl, onClose }: ShareDialogProps) {
  const { t } = useWords();
  const field = useRef<HTMLInputElement>(null);
  const drawing = (
    <>
      <p className="sr-only">{t('download.qrLoading')}</p>
      <Skeleton className="mx-auto size-56" />
    </>
  );
  const address = shareUrl === null || !isOpen ? null : new URL(shareUrl, location.href).href;
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('download.shareTitle')}>
      <p className="mb-5 text-soft text-sm">{t('download.shareText')}</p>
      {address === null ? (
        drawing
      ) : (
        <>
          <Suspense fallback={drawing}>
            <QrPicture text={address} label={t('download.qrLabel')} />
          </Suspense>
          <TextField
            ref={field}
            className="mt-5"
            label={t('download.shareLink')}
            value={address}
            readOnly
            dir="ltr"
            onFocus={(event) => event.target.select()}
          />
          <CopyButton
            text={address}
            variant="primary"
            className="mt-2 w-full"
            label={t('download.copyLink')}
            shownIn={field}
          />
        </>
      )}
    </Dialog>
  );
}
