// The markup of a page without its words, to compare two languages of a page apart from their text.

/** Marks within a sentence, which languages set as they need; no rule of axe is about them. */
const WITHIN_SENTENCES = /^\/?(em|strong)$/;
/** Attributes whose values are part of the markup; of the others only that they are there. */
const TELLING = ['class', 'role', 'type', 'tabindex', 'aria-hidden', 'style'];
/** What the menu of languages says of the page's own language. */
const OF_LANGUAGE = ['lang', 'dir', 'aria-current'];

/** One line per tag of the body, with its attributes; equal for pages that differ in words and addresses alone. */
export function pageOutline(html: string): string {
  const body = html.slice(html.indexOf('<body')).replace(/<script[\s\S]*?<\/script>/g, '<script>');
  const tags = body.matchAll(/<(\/?[a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/g);
  return [...tags]
    .filter(([, tag = '']) => !WITHIN_SENTENCES.test(tag))
    .map(([, tag, attributes = '']) => `${tag} ${attributesOf(attributes).join(' ')}`)
    .join('\n');
}

function attributesOf(text: string): string[] {
  return [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].flatMap(([, name = '', value]) => {
    if (OF_LANGUAGE.includes(name)) return [];
    return [TELLING.includes(name) ? `${name}=${value}` : name];
  });
}
