// Replaces the list while it has no videos.
import { usePage } from '../../page/page-context.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../../words/words.tsx';

const FRAMES = [4, 46, 88] as const;
const HOLES = Array.from({ length: 15 }, (_, index) => 6 + index * 8.4);

/** The illustration; decorative. */
function EmptyReel({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 130 56" aria-hidden="true" focusable="false" className={className}>
      <rect x="0" y="0" width="130" height="56" rx="5" fill="var(--color-signal-tint)" />
      {FRAMES.map((x) => (
        <rect key={x} x={x} y="12" width="38" height="32" rx="3" fill="var(--color-card)" />
      ))}
      {HOLES.flatMap((x) =>
        [4, 48].map((y) => (
          <rect
            key={`${x} ${y}`}
            x={x}
            y={y}
            width={4}
            height={4}
            rx={1}
            fill="var(--color-signal-ink)"
            opacity="0.55"
          />
        )),
      )}
      <path d="M61 23v10l9-5z" fill="var(--color-signal)" />
    </svg>
  );
}

/** The message, with links. */
export function Empty() {
  const { t } = useWords();
  const { home } = usePage();
  return (
    <Card className="list-note">
      <EmptyReel className="w-40" />
      <h3>{t('trending.emptyHeading')}</h3>
      <p>{t('trending.emptyText')}</p>
      <ButtonLink variant="primary" href={home}>
        {t('trending.emptyAction')}
      </ButtonLink>
    </Card>
  );
}
