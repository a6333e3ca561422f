// A prerendered part of the page: its HTML comes with the document, never with the scripts.
import { usePage } from './page-context.tsx';

type PartProps = {
  readonly name: string;
  readonly className?: string;
  readonly hidden?: boolean;
};

/** Renders the part of this name; nothing if the page has none. */
export function Part({ name, className, hidden }: PartProps) {
  const html = usePage().parts[name];
  if (html === undefined) return null;
  return (
    <div
      data-part={name}
      className={className}
      hidden={hidden}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by our own build, with the server's facts escaped
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
