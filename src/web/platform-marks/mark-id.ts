// The ids of the marks.
import type { PlatformId } from '../../shared/platforms/platform.ts';

/** A platform, or a messenger for sharing pages. */
export type MarkId = PlatformId | 'whatsapp' | 'telegram';
