// The one size of the pictures beside the steps of a how-to, so that their places can be kept before they come.

/** In pixels of the page; the files have twice as many each way. */
export const STEP_PICTURE = { width: 390, height: 556 } as const;
