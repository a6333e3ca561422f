// The fields of each form: the elements that the two laws require.

import type { CounterRequest, NoticeRequest } from '../../../shared/api/takedown.ts';
import {
  MAX_NOTICE_ADDRESS_LENGTH,
  MAX_NOTICE_EMAIL_LENGTH,
  MAX_NOTICE_LINE_LENGTH,
  MAX_NOTICE_LINKS,
  MAX_NOTICE_TEXT_LENGTH,
} from '../../../shared/takedown.ts';
import type { WordKey } from '../../words/keys.ts';

/** The three forms: two kinds of notice, and the counter-notice. */
export type FormId = NoticeRequest['kind'] | 'counter';

/** The text fields. `links` holds one link per line. */
export type TextName = 'work' | 'reasons' | 'links' | 'link' | 'statement' | ContactName;
type ContactName = 'name' | 'email' | 'address' | 'phone' | 'signature';

/** The statements to tick. */
export type TickName = Extract<
  keyof CounterRequest | keyof Extract<NoticeRequest, { kind: 'copyright' }>,
  'goodFaith' | 'underPenaltyOfPerjury' | 'mistakeUnderPenaltyOfPerjury' | 'consentToJurisdiction'
>;

/** Any field of a form. */
export type FieldName = TextName | TickName;

/** A text field; lengths are in characters. `lines` and `links` are multi-line. */
export type TextFieldSpec = {
  readonly kind: 'line' | 'lines' | 'links' | 'link' | 'email' | 'tel';
  readonly name: TextName;
  readonly label: WordKey;
  readonly hint?: WordKey;
  readonly maxLength: number;
  readonly isOptional?: boolean;
  readonly autoComplete?: string;
};

/** A statement to tick. */
export type TickSpec = { readonly name: TickName; readonly label: WordKey };

/** A form with its fields in order; the signature comes last. */
export type FormSpec = {
  readonly texts: readonly TextFieldSpec[];
  readonly ticks: readonly TickSpec[];
  readonly signature: TextFieldSpec | null;
};

/** Keep in sync with shared/limits.ts: importing it here would add a chunk to every home page. */
export const MAX_LINK_LENGTH = 2048;

const text = (name: 'work' | 'reasons' | 'statement', hint?: WordKey): TextFieldSpec => ({
  kind: 'lines',
  name,
  label: `takedown.${name}`,
  maxLength: MAX_NOTICE_TEXT_LENGTH,
  ...(hint && { hint }),
});
const links: TextFieldSpec = {
  kind: 'links',
  name: 'links',
  label: 'takedown.links',
  hint: 'takedown.linksHint',
  maxLength: MAX_NOTICE_LINKS * (MAX_LINK_LENGTH + 1),
};
const link: TextFieldSpec = {
  kind: 'link',
  name: 'link',
  label: 'takedown.link',
  hint: 'takedown.linkHint',
  maxLength: MAX_LINK_LENGTH,
};
const name: TextFieldSpec = {
  kind: 'line',
  name: 'name',
  label: 'takedown.name',
  autoComplete: 'name',
  maxLength: MAX_NOTICE_LINE_LENGTH,
};
const email: TextFieldSpec = {
  kind: 'email',
  name: 'email',
  label: 'takedown.email',
  hint: 'takedown.emailHint',
  maxLength: MAX_NOTICE_EMAIL_LENGTH,
  autoComplete: 'email',
};
const address: TextFieldSpec = {
  kind: 'lines',
  name: 'address',
  label: 'takedown.address',
  maxLength: MAX_NOTICE_ADDRESS_LENGTH,
  autoComplete: 'street-address',
};
const phone: TextFieldSpec = {
  kind: 'tel',
  name: 'phone',
  label: 'takedown.phone',
  maxLength: MAX_NOTICE_LINE_LENGTH,
  autoComplete: 'tel',
};
const signature: TextFieldSpec = {
  kind: 'line',
  name: 'signature',
  label: 'takedown.signature',
  hint: 'takedown.signatureHint',
  maxLength: MAX_NOTICE_LINE_LENGTH,
};
const optional = (field: TextFieldSpec): TextFieldSpec => ({ ...field, isOptional: true });

/** The forms. Reports of child sexual abuse may be anonymous. */
export function formOf(id: FormId, isUnnamed: boolean): FormSpec {
  switch (id) {
    case 'copyright':
      return {
        texts: [
          text('work', 'takedown.workHint'),
          links,
          name,
          email,
          optional(address),
          optional(phone),
        ],
        ticks: [
          { name: 'goodFaith', label: 'takedown.goodFaithCopyright' },
          { name: 'underPenaltyOfPerjury', label: 'takedown.underPenaltyOfPerjury' },
        ],
        signature,
      };
    case 'illegal': {
      const contact = isUnnamed ? [optional(name), optional(email)] : [name, email];
      return {
        texts: [links, text('reasons', 'takedown.reasonsHint'), ...contact],
        ticks: [{ name: 'goodFaith', label: 'takedown.goodFaithIllegal' }],
        signature: null,
      };
    }
    case 'counter':
      return {
        texts: [link, optional(text('statement')), name, email, address, phone],
        ticks: [
          {
            name: 'mistakeUnderPenaltyOfPerjury',
            label: 'takedown.mistakeUnderPenaltyOfPerjury',
          },
          { name: 'consentToJurisdiction', label: 'takedown.consentToJurisdiction' },
        ],
        signature,
      };
  }
}
