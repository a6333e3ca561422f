// What the pictures that chats and feeds show beside a link are made from.

/** One picture: where it goes and what stands on it. */
export type ShareImage = {
  /** Below the folder of the built pages: `share/<language>/<name>.png`. */
  readonly file: string;
  readonly language: string;
  readonly heading: string;
  /** A short line above the heading: the kind of page, or the platform. Left out where it only repeats the heading. */
  readonly kicker: string;
  readonly siteName: string;
};
