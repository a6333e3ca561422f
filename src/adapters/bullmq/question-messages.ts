// How questions and answers travel between processes.

import { z } from 'zod';
import type { Lane } from '../../core/async/asks.ts';
import { type Topic, topic } from '../../core/async/signals.ts';
import { type SentError, sentErrorSchema } from './job-messages.ts';

/** The version of the data below. A process leaves what it does not know to a newer one. */
export const QUESTION_VERSION = 1;

/** The name of a lane's queue. */
export const queueOf = (lane: Lane) => `questions-${lane}`;

/** A question in the queue. */
export type SentQuestion = {
  readonly version: number;
  readonly name: string;
  readonly asked: unknown;
};

/** An answer. */
export type SentAnswer = { readonly value: unknown } | { readonly error: SentError };

/** The schema of an answer; that of its value belongs to the question. */
export const sentAnswer = z.union([
  z.object({ error: sentErrorSchema }),
  z.object({ value: z.unknown() }),
]);

/** The answer to a question, by its id. */
export const answerTo = (id: string): Topic<SentAnswer> => topic(`answer/${id}`);
/** Says that an answer is not needed any more. */
export const dropOf = (id: string): Topic<true> => topic(`drop/${id}`);

/** How long an answer is kept for those who did not listen yet when it came, in milliseconds. */
export const ANSWER_KEPT_MS = 5000;
