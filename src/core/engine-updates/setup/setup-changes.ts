// Changes of the setup while the server runs: by operators, by the files of its settings, and by other servers.
import { SETUP_PARTS, type SetupPart, type SetupSource } from '../../../shared/engine.ts';
import { AppError } from '../../../shared/errors.ts';
import type { EndDuty } from '../../async/duties.ts';
import { previousSetup } from '../going-back.ts';
import type { Setups, SetupTexts } from '../ports.ts';
import { refuseUnreadable } from './adopt-setup.ts';
import { createArgumentsFollowing, type FollowingNeeds } from './following-arguments.ts';
import { wantedTexts } from './setup-texts.ts';

/** How often the files are read. A text counts once it was the same twice: it may be written at that moment. */
const READ_EVERY_MS = 5000;
const FILES: Readonly<Record<SetupPart, string>> = {
  egresses: 'EGRESSES_FILE',
  arguments: 'ENGINE_ARGS_FILE',
  provider: 'POT_PLUGIN_PATH',
};
/** What no canary could decide is tried again after this time. */
const RETRY_AFTER_MS = 3_600_000;

/** A part as operators see it; `text` has no passwords. */
export type SetupPartStatus = {
  readonly part: SetupPart;
  readonly text: string;
  readonly source: SetupSource;
};

/** The setup as operators see it. */
export type SetupStatus = {
  readonly parts: readonly SetupPartStatus[];
  readonly by: string | null;
  readonly at: number | null;
  readonly canGoBack: boolean;
};

/** What an operator sets: a text for a part, or null for that of the environment. */
export type SetupWish = { readonly [Part in SetupPart]?: string | null | undefined };

/** The changes. */
export type SetupChanges = {
  /** Null on a server whose setup never changes. */
  readonly status: () => SetupStatus | null;
  /** Begins to try it. Throws AppError `invalid_request`, see `Setups.read`, and `engine_update_running`. */
  readonly set: (wish: SetupWish, by: string, isUntried: boolean) => Promise<void>;
  /** Reads files of the settings, and what other servers have stored. */
  readonly start: () => void;
  readonly stop: () => void;
};

type Needs = FollowingNeeds & {
  readonly hasCanaries: () => boolean;
  /** Whether other servers have the same stored state. */
  readonly isShared: boolean;
};

/** Creates the changes. Files are read from `start` on. */
export function createSetupChanges(needs: Needs): SetupChanges {
  const { setups, host, memory } = needs;
  let configured: SetupTexts | null = null;
  let end: EndDuty = async () => undefined;
  if (!setups?.vault)
    return {
      status: () => null,
      set: async () => {
        throw new AppError('invalid_request', { detail: 'the setup does not change here' });
      },
      ...createArgumentsFollowing(needs),
    };
  const { vault } = setups;
  const follow = createFollowing({ ...needs, setups, vault }, (texts) => {
    configured = texts;
  });
  return {
    status() {
      const { setup } = memory.now();
      const live = host.setup().texts;
      const { sources } = wantedTexts(configured ?? live, setup, vault);
      return {
        parts: SETUP_PARTS.map((part) => ({
          part,
          text: setups.masked(live[part]),
          source: sources[part],
        })),
        by: setup.by,
        at: setup.at,
        canGoBack: previousSetup({ memory, setups, host }) !== null,
      };
    },
    async set(wish, by, isUntried) {
      await memory.refresh();
      const { chosen: kept } = memory.now().setup;
      const live = host.setup().texts;
      const before = (kept === null ? null : vault.open(kept)) ?? {};
      const texts = { ...live };
      const chosen: Partial<Record<SetupPart, string>> = { ...before };
      for (const part of SETUP_PARTS) {
        const text = wish[part];
        if (text === undefined) continue;
        texts[part] =
          text === null ? (await setups.configured())[part] : setups.unmasked(text, live[part]);
      }
      const setup = setups.read(texts);
      for (const part of SETUP_PARTS) {
        if (wish[part] === null) delete chosen[part];
        else if (wish[part] !== undefined) chosen[part] = setup.texts[part];
      }
      const how = isUntried ? 'untried' : 'tried';
      const request = { by, isAsked: true, chosen, how, report: needs.report } as const;
      void needs.begin('self_test', by, () => needs.steps.adoptSetup(setup, request));
    },
    start() {
      if (!setups.hasFiles && !needs.isShared) return;
      end = needs.duties.paced('read-setup', READ_EVERY_MS, follow);
    },
    stop: () => void end(),
  };
}

type Following = Needs & {
  readonly setups: Setups;
  readonly vault: NonNullable<Setups['vault']>;
};

/** Brings this server to what is wanted, as the stored state and the files have it. */
function createFollowing(
  { setups, vault, host, memory, steps, ...needs }: Following,
  onRead: (texts: SetupTexts) => void,
): () => Promise<number> {
  const { clock } = needs;
  /** What was read last, and what was tried last. */
  let last = '';
  let tried = { name: '', at: 0 };
  const isNew = (name: string, canRetry: boolean) => {
    const isSoon = !canRetry || clock.now() - tried.at < RETRY_AFTER_MS;
    if (tried.name === name && isSoon) return false;
    tried = { name, at: clock.now() };
    return true;
  };
  const follow = async () => {
    const texts = await setups.configured();
    onRead(texts);
    const isSteady = JSON.stringify(texts) === last;
    last = JSON.stringify(texts);
    // Of a server that follows no versions, nothing else reads what the others stored.
    if (needs.isShared) await memory.refresh();
    const { setup } = memory.now();
    const wanted = wantedTexts(texts, setup, vault);
    const read = setups.read(wanted.texts);
    const isWanted = read.id !== host.setup().id && isSteady && !needs.isTriedElsewhere();
    if (!isWanted || needs.isBusy() || !isNew(read.id, needs.hasCanaries())) return;
    const openOf = (sealed: string | null) => (sealed === null ? null : vault.open(sealed)) ?? {};
    const [live, others] = [host.setup().texts, openOf(setup.live)];
    const own = SETUP_PARTS.filter(
      (part) =>
        wanted.sources[part] === 'environment' && ![live[part], others[part]].includes(texts[part]),
    );
    const request = {
      by: own.map((part) => FILES[part]).join(', ') || null,
      isAsked: false,
      chosen: openOf(setup.chosen),
      how: own.length > 0 ? 'tried' : 'followed',
      report: needs.report,
    } as const;
    await needs.begin('self_test', request.by, () => steps.adoptSetup(read, request));
  };
  return async () => {
    await follow().catch(async (error: unknown) => {
      const sentence = error instanceof AppError ? error.params['sentence'] : undefined;
      if (typeof sentence !== 'string') throw error;
      if (needs.isBusy() || !isNew(sentence, false)) return;
      await needs.begin('self_test', null, async () => refuseUnreadable(error, needs.alarms));
    });
    return READ_EVERY_MS;
  };
}
