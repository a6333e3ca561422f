// Names that the gate of the operators' area and its screen share.

/** The query that tells whether this browser is signed in. */
export const AUTH_STATUS = '/admin/auth-status';
/** Set at the sign-in form: an operator with a valid session may stay there. */
export const STAY = 'stay';
/** Noted at the form to sign in: the session ended meanwhile. */
export const ENDED = 'ended';
