// How links to other sites are made: in a tab of their own that knows nothing of this one.

/** The attributes of such a link. */
export const OUTWARD = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;
