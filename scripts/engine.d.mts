/** Points `current` in the folder `base` at the engine in its folder `home`, and forgets older ones that nothing uses. */
export function switchTo(base: string, home: string): void;
