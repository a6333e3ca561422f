// Whose marks there are.
import type { PlatformId } from '../../shared/platforms/platform.ts';

/** A platform, or a messenger that pages are shared by. */
export type MarkId = PlatformId | 'whatsapp' | 'telegram';
