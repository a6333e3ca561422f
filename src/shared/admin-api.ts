// The wire contract of the operators' side. The web uses its types only.
import { z } from 'zod';

/** Body of `POST /api/admin/login`. What is empty or too long is refused by the service, in its own words. */
export const signInRequest = z.strictObject({ email: z.string(), password: z.string() });

/** Answer of `GET /admin/auth-status`, and all that anybody may know. */
export const authStatusAnswer = z.object({ loggedIn: z.boolean() });

/** Answer of `GET /admin/profile`. */
export const profileAnswer = z.object({ admin: z.object({ email: z.string() }) });
