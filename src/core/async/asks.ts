// The ports by which a server without yt-dlp, ffmpeg and the internet asks one that has them.

/**
 * A kind of question, whose contents and answers are plain data. Questions of one `lane` wait for each other when all who answer
 * it are busy. Make it with {@link question}.
 */
export type Question<Asked, Answer> = {
  readonly name: string;
  readonly lane: Lane;
  /** The longest wait for the answer, in milliseconds. */
  readonly maxMs: number;
  /** Reads what another server has answered; throws for anything that is no answer. */
  readonly read: (answer: unknown) => Answer;
  readonly __types?: (asked: Asked) => void;
};

/** What a question needs: yt-dlp, other programs and the internet, or the one server that leads updates of yt-dlp. */
export type Lane = 'engine' | 'tools' | 'updates';

/** Makes a kind of question. */
export function question<Asked, Answer>(
  name: string,
  lane: Lane,
  maxMs: number,
  read: (answer: unknown) => Answer,
): Question<Asked, Answer> {
  return { name, lane, maxMs, read };
}

/**
 * Asks, and resolves with the answer. Questions with the same `key` at the same time are asked once, and have the same answer.
 * Throws the AppError of who answers, `server_busy` if none answers in time, and the signal's reason.
 */
export type Ask = <Asked, Answer>(
  question: Question<Asked, Answer>,
  asked: Asked,
  options: { readonly signal: AbortSignal; readonly key?: string },
) => Promise<Answer>;

/** Gives the answer to a question; the signal aborts when it is not needed any more. */
export type GiveAnswer<Asked, Answer> = (asked: Asked, signal: AbortSignal) => Promise<Answer>;

/** Answers to kinds of questions. */
export type Answers = {
  readonly to: <Asked, Answer>(
    question: Question<Asked, Answer>,
    give: GiveAnswer<Asked, Answer>,
  ) => void;
};
