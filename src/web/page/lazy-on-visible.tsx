// Renders its children only once they are nearly scrolled into view.
import { type ComponentProps, useEffect, useRef, useState } from 'react';

/** About one screen ahead, so that the content has loaded when it is reached. */
const AHEAD = '800px 0px';

/** A section that stays empty until it is nearly in view; its CSS must reserve its height. */
export function LazyOnVisible({ children, ...rest }: ComponentProps<'section'>) {
  const place = useRef<HTMLElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || !place.current) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true),
      { rootMargin: AHEAD },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isNear]);
  return (
    <section ref={place} {...rest}>
      {isNear && children}
    </section>
  );
}
