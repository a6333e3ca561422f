// The part of the JSON-LD processor that tests use; the package brings no types.
declare module 'jsonld' {
  type LoadedDocument = {
    readonly contextUrl: string | undefined;
    readonly documentUrl: string;
    readonly document: unknown;
  };
  type ExpandOptions = {
    readonly safe: boolean;
    readonly documentLoader: (url: string) => Promise<LoadedDocument>;
  };
  const processor: {
    readonly expand: (
      input: unknown,
      options: ExpandOptions,
    ) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  };

  export = processor;
}
