// The name of a file in ASCII, for programs that read `filename=` and not `filename*=`: some download managers, old televisions.

/** Letters that do not come apart into a plain letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŋ: 'n',
  Ŋ: 'N',
  ə: 'e',
  Ə: 'E',
  '‘': "'",
  '’': "'",
  '“': "'",
  '”': "'",
  '„': "'",
  '«': "'",
  '»': "'",
  '–': '-',
  '—': '-',
  '·': '-',
  '×': 'x',
};
const TAIL = /(?: \([\x20-\x7e]{1,60}\))?\.[a-z0-9]{1,8}$/;
/** Device names of Windows. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|conin\$|conout\$|clock\$) *(?:\.|$)/i;

/**
 * `Straße Łódź (1080p).mp4` becomes `Strasse Lodz (1080p).mp4`. A name that is mostly in another script becomes `standIn`, with the
 * same end.
 */
export function asciiNameOf(name: string, standIn: string): string {
  const tail = TAIL.exec(name)?.[0] ?? '';
  const letters = name
    .slice(0, name.length - tail.length)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, (letter) => PLAIN[letter] ?? letter);
  const lost = letters.match(/[^\x20-\x7e]/gu)?.filter((one) => /[\p{L}\p{N}]/u.test(one)).length;
  const kept = letters.match(/[A-Za-z0-9]/g)?.length ?? 0;
  const head = plain(kept > (lost ?? 0) ? letters : standIn);
  return `${RESERVED.test(`${head}${tail}`) ? '_' : ''}${head}${tail}`;
}

/** Without what is no ASCII, or no part of a name. */
function plain(text: string): string {
  return text
    .replace(/[^\x20-\x7e]|[<>:"/\\|?*%]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/^[ .,;-]+|(?<![ .,;-])[ .,;-]+$/g, '');
}
