// The fields of an edit: texts, thumbnail, and a new file.
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useWords } from '../../../words/words.tsx';
import { FilmSource } from './film-source.tsx';
import { FrameChooser } from './frame-chooser.tsx';
import { TextFields } from './text-fields.tsx';
import type { Problems } from './typed.ts';
import type { TypedEdit } from './typed-edit.ts';
import type { NewFilm } from './use-edit.ts';

/** `onFrame` sets the thumbnail at once, without the rest of the form. */
export type EditFormProps = {
  readonly typed: TypedEdit;
  readonly film: NewFilm | null;
  readonly problems: Problems;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<TypedEdit>) => void;
  readonly onFilm: (film: NewFilm) => void;
  readonly onFrame: (seconds: number) => void;
};

/** The fields. */
export function EditForm(props: EditFormProps) {
  const { typed, film, problems, disabled, onChange, onFilm } = props;
  const { t } = useWords();
  return (
    <div className="grid grid-cols-1 gap-4">
      <TextFields
        typed={typed}
        disabled={disabled}
        onChange={onChange}
        titleError={problems.title && t(problems.title)}
      />
      {!film && <PictureFields {...props} />}
      <Disclosure summary={t('operators-trending.replaceFile')} open={film !== null || undefined}>
        <div className="grid grid-cols-1 gap-4">
          <FilmSource
            disabled={disabled}
            isRequired={false}
            error={null}
            file={film?.file ?? null}
            seconds={film?.seconds ?? null}
            onFile={(file) => onFilm({ file, seconds: null })}
            onSeconds={(seconds) => film && onFilm({ ...film, seconds })}
          />
        </div>
      </Disclosure>
    </div>
  );
}

/** The fields of the thumbnail; a new file brings its own. */
function PictureFields({ typed, problems, disabled, onChange, onFrame }: EditFormProps) {
  const { t } = useWords();
  const { base, dropsPicture } = typed;
  const isOwnFilm = base.videoUrl.startsWith('/');
  return (
    <>
      <div className="picture-now">
        {base.picture !== null && !dropsPicture ? (
          <img
            src={base.picture}
            alt={t('operators-trending.pictureNow')}
            width={160}
            height={90}
          />
        ) : (
          <p className="text-sm text-soft">{t('operators-trending.noPicture')}</p>
        )}
        {base.picture !== null && (
          <CheckField
            checked={dropsPicture}
            disabled={disabled}
            onChange={(drops) => onChange({ dropsPicture: drops })}
          >
            {t('operators-trending.dropPicture')}
          </CheckField>
        )}
      </div>
      {isOwnFilm && <OwnFrame source={base.videoUrl} disabled={disabled} onFrame={onFrame} />}
      <TextField
        label={t('operators-trending.newPicture')}
        type="url"
        name="thumbnailUrl"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        disabled={disabled || dropsPicture}
        value={typed.pictureUrl}
        hint={t('operators-trending.newPictureHint')}
        error={problems.thumbnailUrl && t(problems.thumbnailUrl)}
        onChange={(event) => onChange({ pictureUrl: event.target.value })}
      />
    </>
  );
}

type OwnFrameProps = Pick<EditFormProps, 'disabled' | 'onFrame'> & { readonly source: string };

/** Chooses another frame of the uploaded file as thumbnail. */
function OwnFrame({ source, disabled, onFrame }: OwnFrameProps) {
  const { t } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const [seconds, setSeconds] = useState<number | null>(null);
  return (
    <Disclosure
      summary={t('operators-trending.frame')}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      {isOpen && (
        <div className="grid grid-cols-1 gap-4">
          <FrameChooser
            source={source}
            seconds={seconds}
            disabled={disabled}
            onChange={setSeconds}
          />
          <p>
            <Button
              disabled={disabled || seconds === null}
              onClick={() => seconds !== null && onFrame(seconds)}
            >
              {t('operators-trending.useFrame')}
            </Button>
          </p>
        </div>
      )}
    </Disclosure>
  );
}
