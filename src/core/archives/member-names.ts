// Names of the members of an archive: each once, on systems that ignore case too.

/** The names in their order; the second `a.mp4` becomes `a 2.mp4`, whatever its case. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let own = name;
    for (let count = 2; taken.has(keyOf(own)); count += 1) own = `${stem} ${count}${ending}`;
    taken.add(keyOf(own));
    return own;
  });
}

/** Equal for names that some file system takes for the same. */
const keyOf = (name: string) => name.normalize('NFKC').toUpperCase().toLowerCase();
