// The faults the lab can inject, by host and path: everything an origin can do wrong while media is fetched.

/**
 * One fault. Bytes count the body of one answer, times are in milliseconds. With `times` a fault meets only that many
 * requests (or connections) and is spent then; without, it meets all of them.
 */
export type Fault = RequestFault | ConnectionFault;

/** A fault of an answer. Offsets of `hole` and `cut` are places in the whole file, whatever range was asked for. */
export type RequestFault =
  /** Sends this much and then nothing; the connection stays open. */
  | { readonly kind: 'stall'; readonly afterBytes: number; readonly times?: number }
  /** Sends this much, then resets the TCP connection. */
  | { readonly kind: 'reset'; readonly afterBytes: number; readonly times?: number }
  /** Announces the true length, sends less, and closes in good order. */
  | { readonly kind: 'shortBody'; readonly missingBytes: number; readonly times?: number }
  /** Announces more than there is (or less, when negative), sends what there is, and closes. */
  | { readonly kind: 'wrongLength'; readonly extraBytes: number; readonly times?: number }
  /** Chunked, without Content-Length, Accept-Ranges or validators; ranges are ignored. */
  | { readonly kind: 'noLength'; readonly times?: number }
  /** Answers 200 with the whole file to a request for a range. */
  | { readonly kind: 'ignoreRange'; readonly times?: number }
  /** Sends another range than was asked for, and says so in Content-Range; `silent` claims that it is the right one. */
  | {
      readonly kind: 'shiftRange';
      readonly byBytes: number;
      readonly silent?: boolean;
      readonly times?: number;
    }
  /** The first `requests` are answered; every later one gets 403. */
  | { readonly kind: 'forbiddenAfter'; readonly requests: number }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly times?: number;
    }
  /** A page that says it is not a video, with status 200 and type text/html. */
  | { readonly kind: 'html'; readonly times?: number }
  /** Trickles at this rate; the rest comes at once when the rule is taken away. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number; readonly times?: number }
  /** The first `afterRequests` carry the true ETag and Last-Modified; later ones others. The bytes stay the same. */
  | { readonly kind: 'changedValidator'; readonly afterRequests: number }
  /** Zeros instead of what is there. */
  | { readonly kind: 'hole'; readonly atBytes: number; readonly lengthBytes: number }
  /** The file is only this share (0 … 1) of itself, in all lengths and ranges too. */
  | { readonly kind: 'cut'; readonly atShare: number }
  /** The true answer behind at least this much of headers. */
  | { readonly kind: 'headerFlood'; readonly bytes: number; readonly times?: number }
  /** A chunked body whose second chunk has no valid length. */
  | { readonly kind: 'badChunk'; readonly times?: number }
  /** A small gzip body that unpacks to this many zeros. */
  | { readonly kind: 'gzipBomb'; readonly bytes: number; readonly times?: number }
  /** 302 to the same address, with a counter in its query, without end. */
  | { readonly kind: 'redirectLoop' }
  | { readonly kind: 'redirect'; readonly to: string; readonly times?: number }
  /** The request is read and never answered. */
  | { readonly kind: 'hang'; readonly times?: number };

/** A fault of a whole connection; `pathPrefix` is `/`. Over plain http the two of TLS have no effect. */
export type ConnectionFault =
  /** The proxy resets the connection instead of answering CONNECT. */
  | { readonly kind: 'refuse'; readonly times?: number }
  /** The proxy answers 502, as one does that cannot resolve the name. */
  | { readonly kind: 'dnsNx'; readonly times?: number }
  /** The proxy never answers CONNECT. */
  | { readonly kind: 'blackhole'; readonly times?: number }
  /** The host's certificate ended yesterday. */
  | { readonly kind: 'tlsExpired'; readonly times?: number }
  /** The tunnel opens, and the TLS handshake is never answered. */
  | { readonly kind: 'tlsStall'; readonly times?: number };

/** Where a fault applies: an exact host or a suffix with a leading dot, and the start of the path. */
export type FaultRule = {
  readonly host: string;
  readonly pathPrefix: string;
  readonly fault: Fault;
};
