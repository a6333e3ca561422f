// A part of the page that the build has drawn: its HTML and words come with the document and never with the scripts.
import { usePage } from './page-context.tsx';

type PartProps = {
  readonly name: string;
  readonly className?: string;
  readonly hidden?: boolean;
};

/** The part of this name; nothing where the page has none. */
export function Part({ name, className, hidden }: PartProps) {
  const html = usePage().parts[name];
  if (html === undefined) return null;
  return (
    <div
      data-part={name}
      className={className}
      hidden={hidden}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own build, with the server's facts escaped
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
