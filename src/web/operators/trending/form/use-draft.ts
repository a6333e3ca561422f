// The draft of a dialog, stored in the tab while it is worth storing.
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { keepDraft, recallDraft } from '../../shell/drafts.ts';

/** A kind of draft: its initial value, its parser, and whether it is worth storing. */
export type DraftKind<T> = {
  readonly name: string;
  readonly start: () => T;
  readonly read: (kept: unknown) => T | null;
  readonly isWorthKeeping: (typed: T) => boolean;
};

/** Returns the draft and functions to change and delete it. */
export function useDraft<T>(kind: DraftKind<T>): {
  readonly typed: T;
  readonly change: Dispatch<SetStateAction<T>>;
  readonly forget: () => void;
  /** Whether it was restored. */
  readonly wasKept: boolean;
} {
  const [{ first, wasKept }] = useState(() => {
    const kept = recallDraft(kind.name, kind.read);
    return { first: kept ?? kind.start(), wasKept: kept !== null };
  });
  const [typed, change] = useState(first);
  const { name, isWorthKeeping } = kind;
  useEffect(() => {
    keepDraft(name, isWorthKeeping(typed) ? typed : null);
  }, [name, typed, isWorthKeeping]);
  return { typed, change, forget: () => keepDraft(name, null), wasKept };
}
