// Setups in memory, for tests of the order of changes.
import type { Setups, SetupTexts } from '../../../src/core/engine-updates/ports.ts';
import { SETUP_PARTS } from '../../../src/shared/engine.ts';
import { AppError } from '../../../src/shared/errors.ts';

/** What a test may set, at any time. */
type State = {
  readonly configured: SetupTexts | Error;
  readonly hasFiles: boolean;
  readonly unreachable: readonly string[];
  readonly absent: string | null;
  readonly isWorker: boolean;
};

const VAULT: NonNullable<Setups['vault']> = {
  seal: (texts) => btoa(JSON.stringify(texts)),
  open: (sealed) => JSON.parse(atob(sealed)),
  mark: (part, text) => btoa(`${part} ${text}`),
};
const readArguments = (sealed: string) => {
  if (sealed === 'sealed with another key') return null;
  const { arguments: args } = VAULT.open(sealed) ?? {};
  return args === undefined ? {} : { arguments: args };
};

/** Setups whose egresses are the words of their text; "wrong" in one is an error in its line. */
export function setupsInMemory(fixture: () => State): Setups {
  return {
    read(texts) {
      const field = SETUP_PARTS.find((part) => texts[part].includes('wrong'));
      const sentence = `${field}, line 1: wrong`;
      if (field) throw new AppError('invalid_request', { params: { field, sentence } });
      const egresses = texts.egresses
        .split(/\s+/)
        .map((id) => ({ id, platforms: null, perHour: null }));
      return { id: JSON.stringify(texts), texts, egresses };
    },
    get hasFiles() {
      return fixture().hasFiles;
    },
    async configured() {
      const { configured } = fixture();
      if (configured instanceof Error) throw configured;
      return configured;
    },
    absent: async () => fixture().absent,
    masked: (text) => text.replaceAll('secret', '***'),
    unmasked: (text) => text.replaceAll('***', 'secret'),
    unreachable: async (egresses) =>
      egresses.map(({ id }) => id).filter((id) => fixture().unreachable.includes(id)),
    get vault() {
      return fixture().isWorker ? null : VAULT;
    },
    get openArguments() {
      return fixture().isWorker ? readArguments : null;
    },
  };
}
