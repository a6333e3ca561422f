// Ids that nothing gives away: of downloads, files, inspections.
import { randomBytes } from 'node:crypto';

/** 128 random bits, in 22 characters of base64url. */
export const newId = (): string => randomBytes(16).toString('base64url');
