// The size of the pictures of how-to steps, which reserves their space before they load.

/** In CSS pixels; the files have twice the resolution. */
export const STEP_PICTURE = { width: 390, height: 556 } as const;
