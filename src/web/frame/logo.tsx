// The mark: a reel whose middle is a play sign, in the one warm colour.

/** Decorative; the name stands beside it. */
export function Logo({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" className={className}>
      <path
        fill="var(--color-signal)"
        fillRule="evenodd"
        d="M16 1a15 15 0 1 0 0 30h14a1 1 0 0 0 0-2h-6.5A15 15 0 0 0 16 1Zm0 3.2a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6ZM7.500 12.700a3.3 3.3 0 1 1 0 6.600 3.3 3.3 0 0 1 0-6.600Zm17 0a3.3 3.3 0 1 1 0 6.600 3.3 3.3 0 0 1 0-6.600ZM16 21.200a3.3 3.3 0 1 1 0 6.600 3.3 3.3 0 0 1 0-6.600Z"
      />
      <path
        fill="var(--color-on-signal)"
        d="m14.200 12.600 5.200 3.000a.5.5 0 0 1 0 .8l-5.200 3.000a.5.5 0 0 1-.7-.4v-6.000a.5.5 0 0 1 .7-.4Z"
      />
    </svg>
  );
}
