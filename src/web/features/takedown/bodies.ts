// Builds the request bodies from the drafts.
import type { CounterRequest, NoticeRequest } from '../../../shared/api/takedown.ts';
import type { Proof } from '../../proof-of-work/solve-proof.ts';
import type { Draft } from './draft.ts';
import type { TextName, TickName } from './fields.ts';
import { linksOf } from './problems.ts';

/** The fields that protect every form. `website` is the honeypot. */
export type Guards = { readonly proof: Proof; readonly website: string };

/** Builds the body of a valid form; empty fields are omitted. */
export function bodyOf(draft: Draft, guards: Guards): NoticeRequest | CounterRequest {
  const text = (name: TextName) => (draft.texts[name] ?? '').trim();
  const given = <Name extends TextName>(...names: readonly Name[]) =>
    Object.fromEntries(
      names.filter((name) => text(name) !== '').map((name) => [name, text(name)]),
    ) as { readonly [Each in Name]?: string };
  const contact = { name: text('name'), email: text('email'), signature: text('signature') };
  const links = [...linksOf(text('links'))];
  // The browser has checked that each is ticked.
  const ticked = (name: TickName) => draft.ticks.includes(name) as true;
  switch (draft.form) {
    case 'copyright':
      return {
        kind: 'copyright',
        ...contact,
        work: text('work'),
        links,
        ...given('address', 'phone'),
        goodFaith: ticked('goodFaith'),
        underPenaltyOfPerjury: ticked('underPenaltyOfPerjury'),
        ...guards,
      };
    case 'illegal':
      return {
        kind: 'illegal',
        offence: draft.offence,
        reasons: text('reasons'),
        links,
        ...given('name', 'email'),
        goodFaith: ticked('goodFaith'),
        ...guards,
      };
    case 'counter':
      return {
        ...contact,
        link: text('link'),
        address: text('address'),
        phone: text('phone'),
        ...given('statement'),
        mistakeUnderPenaltyOfPerjury: ticked('mistakeUnderPenaltyOfPerjury'),
        consentToJurisdiction: ticked('consentToJurisdiction'),
        ...guards,
      };
  }
}
