// Something that is worth its bytes only when somebody comes near it.
import { type ComponentProps, useEffect, useRef, useState } from 'react';

/** A screen ahead, so that it is there when it is reached. */
const AHEAD = '800px 0px';

/** A region that is empty until it is nearly scrolled to; its styles give it its room before that. */
export function WhenNear({ children, ...rest }: ComponentProps<'section'>) {
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
