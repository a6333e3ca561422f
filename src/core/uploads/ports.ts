// The port that recognizes uploads.
import type { Receipt } from '../files/stored-file.ts';

/**
 * Reads what a file is, without decoding it. Throws AppError `not_media` for what is no video and no audio, or claims to be more
 * than may be decoded.
 */
export type IdentifyMedia = (path: string, signal: AbortSignal) => Promise<Receipt>;
