// Classes that keep the primary action of a card at the bottom of a phone's screen.

/** Class names for the row of the action; not sticky on wider screens. */
export const STICKY_ACTION =
  'max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:-mx-5 max-sm:bg-card max-sm:border-line max-sm:border-t max-sm:px-5 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]';
