// Attributes of links to other sites: they open in a new tab without access to this one.

/** The attributes of an external link. */
export const EXTERNAL_LINK = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;
