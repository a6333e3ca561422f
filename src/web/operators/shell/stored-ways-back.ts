// Where an operator is led back to, in localStorage.

/** The names. */
export const STORED_WAYS_BACK = ['lastVisitedRoute', 'adminRedirectPath'] as const;
