// What is sent to the server, from what was typed.
import type { CounterRequest, NoticeRequest } from '../../../shared/takedown-api.ts';
import type { Proof } from '../../proof-of-work/solve-proof.ts';
import type { Draft } from './draft.ts';
import type { TextName, TickName } from './fields.ts';
import { linksOf } from './problems.ts';

/** What every form carries besides its fields. `website` is what robots fill in. */
export type Guards = { readonly proof: Proof; readonly website: string };

/** A form that has no problems, as the contract has it; what was left empty is left out. */
export function bodyOf(draft: Draft, guards: Guards): NoticeRequest | CounterRequest {
  const text = (name: TextName) => (draft.texts[name] ?? '').trim();
  const given = <Name extends TextName>(...names: readonly Name[]) =>
    Object.fromEntries(
      names.filter((name) => text(name) !== '').map((name) => [name, text(name)]),
    ) as { readonly [Each in Name]?: string };
  const contact = { name: text('name'), email: text('email'), signature: text('signature') };
  const links = [...linksOf(text('links'))];
  // The browser has seen to it that each is ticked.
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
