// A list of names and values; untrusted values are plain text in their own direction.

/** A name and its value; entries with null are hidden. */
export type Fact = readonly [name: string, value: string | null];

/** The list, in as many columns as fit. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="fact-list">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
