// What is typed into a dialog, kept in the tab while it is worth keeping.
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { keepDraft, recallDraft } from '../../shell/drafts.ts';

/** How a kind of draft begins, is read again, and whether it would be missed. */
export type DraftKind<T> = {
  readonly name: string;
  readonly start: () => T;
  readonly read: (kept: unknown) => T | null;
  readonly isWorthKeeping: (typed: T) => boolean;
};

/** The draft, how it is changed, and how it is forgotten once it was sent or thrown away. */
export function useDraft<T>(kind: DraftKind<T>): {
  readonly typed: T;
  readonly change: Dispatch<SetStateAction<T>>;
  readonly forget: () => void;
  /** It is from an earlier time. */
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
