// The link form: links are typed, pasted, dropped, or inserted with the Paste button.
import { ClipboardPaste, Link2, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useSyncExternalStore,
} from 'react';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { readClipboard } from '../../browser/clipboard.ts';
import type { FlowState } from '../../download-client/flow-state.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/words.tsx';
import { problemText } from './failure/problem-text.ts';
import type { Flow } from './flow/flow.ts';
import { readInput } from './flow/read-input.ts';

type LinkFormProps = {
  readonly flow: Flow;
  readonly state: FlowState;
  readonly input: RefObject<HTMLInputElement | null>;
  /** The name of the platform in the page's URL parameters. */
  readonly wantedPlatform: string | null;
  readonly isDropping: boolean;
};

const never = () => () => undefined;

/** The constant attributes of the input. */
const LINK_FIELD = {
  id: 'video-url-input',
  name: 'url',
  type: 'url',
  required: true,
  inputMode: 'url',
  enterKeyHint: 'go',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  size: 'large',
  labelHidden: true,
  className: 'min-w-0 flex-[999_1_24rem] scroll-mt-28',
  dir: 'ltr',
  leading: <Icon of={Link2} className="max-sm:hidden" />,
} as const;

/** The form. The input is read-only while a download runs or its result is shown. */
export function LinkForm({ flow, state, input, wantedPlatform, isDropping }: LinkFormProps) {
  const { t } = useWords();
  const { text, check, download } = state;
  const isStill = download.kind === 'running' || download.kind === 'ready';
  const isChecking = check.kind === 'loading';

  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    const reading = readInput(pasted);
    if (reading.kind !== 'address' || isStill) return;
    // The field has one line: the browser would paste several links as one.
    if (!reading.isKnown && reading.linkCount === 1) return;
    event.preventDefault();
    void flow.analyze(pasted);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isStill) return;
    event.preventDefault();
    if (isChecking) flow.stop();
    else flow.edit('');
  };

  return (
    <form
      noValidate
      aria-busy={isChecking || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isStill) void flow.analyze();
      }}
      className="flex flex-wrap gap-2"
    >
      <TextField
        ref={input}
        {...LINK_FIELD}
        label={t('download.formLabel')}
        placeholder={
          isDropping
            ? t('download.dropHere')
            : wantedPlatform
              ? t('download.placeholderFor', { platform: wantedPlatform })
              : t('download.placeholder')
        }
        value={text}
        readOnly={isStill}
        onChange={(event) => flow.edit(event.target.value)}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
        hint={<Tip state={state} />}
        error={check.kind === 'error' ? problemText(check.problem, t) : undefined}
        trailing={isStill ? null : <PasteOrClear flow={flow} input={input} isEmpty={text === ''} />}
      />
      {!isStill && !('listUrl' in check) && (
        <Button
          type="submit"
          variant="primary"
          size="large"
          busy={isChecking}
          className="h-15 grow"
        >
          {isChecking ? t('download.analyzing') : t('download.analyze')}
        </Button>
      )}
    </form>
  );
}

type PasteOrClearProps = Pick<LinkFormProps, 'flow' | 'input'> & { readonly isEmpty: boolean };

/** The Paste button while the box is empty, then the button that clears it. */
function PasteOrClear({ flow, input, isEmpty }: PasteOrClearProps) {
  const { t } = useWords();
  const canPaste = useSyncExternalStore(
    never,
    () => typeof navigator.clipboard?.readText === 'function',
    // Prerendered as for most browsers, so that the layout does not shift.
    () => true,
  );
  const paste = async () => {
    try {
      const pasted = await readClipboard();
      flow.edit(pasted.trim());
      if (readInput(pasted).kind === 'address') await flow.analyze(pasted);
    } catch (error) {
      // Visitors who deny the permission can still paste with the keyboard.
      console.warn('the clipboard could not be read', error);
    }
    input.current?.focus();
  };
  const clear = () => {
    flow.reset();
    input.current?.focus();
  };
  if (!isEmpty) return <IconButton label={t('download.clear')} icon={X} onClick={clear} />;
  return canPaste ? (
    <Button variant="quiet" icon={ClipboardPaste} data-paste={LINK_FIELD.id} onClick={paste}>
      {t('download.paste')}
    </Button>
  ) : null;
}

/** The line below the input: the tip, or what has been recognised. */
function Tip({ state: { text, check } }: { readonly state: FlowState }) {
  const { t } = useWords();
  if (check.kind === 'loading') {
    return check.platform
      ? t('download.asking', { platform: PLATFORMS[check.platform].label })
      : t('download.lookingAtLink');
  }
  const reading = readInput(text);
  if (check.kind === 'idle' && reading.kind === 'address') {
    if (reading.linkCount > 1) return t('download.tipFirstOfMany', { count: reading.linkCount });
    if (reading.platform)
      return t('download.tipFound', { platform: PLATFORMS[reading.platform].label });
  }
  return 'listUrl' in check ? null : t('download.tip');
}
