// Names that the gate of the operators' area and its screen share.

/** The query for whether this browser is signed in. */
export const AUTH_STATUS = '/admin/auth-status';
/** Set at the sign-in form: an operator with a valid session may stay there. */
export const STAY = 'stay';
/** The note for the sign-in form that the session has ended. */
export const ENDED = 'ended';
