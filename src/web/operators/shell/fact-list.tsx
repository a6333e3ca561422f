// Names with what stands behind them; what strangers wrote is text, in its own direction.

/** A name and its value; null where there is none, which then is not shown. */
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
