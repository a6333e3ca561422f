// What we use of subset-font, which comes without types.
declare module 'subset-font' {
  type Axis = number | { readonly min: number; readonly max: number; readonly default?: number };
  type Options = {
    readonly targetFormat?: 'woff2' | 'woff' | 'sfnt';
    readonly keepFeatures?: readonly string[];
    readonly variationAxes?: Readonly<Record<string, Axis>>;
    readonly noHinting?: boolean;
    readonly noLayoutClosure?: boolean;
  };
  function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
  export = subsetFont;
}
