// The faults that the lab can inject, by host and path: everything an origin can do wrong during a download.

/**
 * One fault. Bytes count the body of one response, times are in milliseconds. With `times` a fault applies to that many
 * requests (or connections) only; without, to all of them.
 */
export type Fault = RequestFault | ConnectionFault;

/** A fault of a response. Offsets of `hole` and `cut` are positions in the whole file, whatever range was requested. */
export type RequestFault =
  /** Sends this many bytes and then stalls; the connection stays open. */
  | { readonly kind: 'stall'; readonly afterBytes: number; readonly times?: number }
  /** Sends this many bytes, then resets the TCP connection. */
  | { readonly kind: 'reset'; readonly afterBytes: number; readonly times?: number }
  /** Announces the true length, sends less, and closes cleanly. */
  | { readonly kind: 'shortBody'; readonly missingBytes: number; readonly times?: number }
  /** Announces more than there is (less, when negative), sends what there is, and closes. */
  | { readonly kind: 'wrongLength'; readonly extraBytes: number; readonly times?: number }
  /** Chunked, without Content-Length, Accept-Ranges or validators; ignores ranges. */
  | { readonly kind: 'noLength'; readonly times?: number }
  /** Answers a range request with 200 and the whole file. */
  | { readonly kind: 'ignoreRange'; readonly times?: number }
  /** Sends another range than requested and says so in Content-Range; `silent` claims the requested one. */
  | {
      readonly kind: 'shiftRange';
      readonly byBytes: number;
      readonly silent?: boolean;
      readonly times?: number;
    }
  /** Answers the first `requests` requests; every later one gets 403. */
  | { readonly kind: 'forbiddenAfter'; readonly requests: number }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly times?: number;
    }
  /** An HTML page in place of the video, with status 200. */
  | { readonly kind: 'html'; readonly times?: number }
  /** Throttles to this rate; the rest is sent at once when the rule is removed. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number; readonly times?: number }
  /**
   * The first `afterRequests` responses carry the true ETag and Last-Modified, later ones others. The bytes stay the
   * same.
   */
  | { readonly kind: 'changedValidator'; readonly afterRequests: number }
  /**
   * Answers as nodes behind one name, in turn, each with validators of its own: the same file, or on every node but the
   * first another one, of other bytes or another length.
   */
  | { readonly kind: 'nodes'; readonly nodes: number; readonly others?: 'bytes' | 'length' }
  /** Answers a request with If-Range with 200 and the whole file. */
  | { readonly kind: 'ignoreIfRange' }
  /** Answers ranges from the last multiple of `blockBytes` before their first byte on. */
  | { readonly kind: 'earlyRange'; readonly blockBytes: number; readonly times?: number }
  /** Zeros in place of the content. */
  | { readonly kind: 'hole'; readonly atBytes: number; readonly lengthBytes: number }
  /** Truncates the file to this share (0 … 1), in all lengths and ranges too. */
  | { readonly kind: 'cut'; readonly atShare: number }
  /** The true response with at least this many bytes of headers. */
  | { readonly kind: 'headerFlood'; readonly bytes: number; readonly times?: number }
  /** A chunked body whose second chunk has an invalid length. */
  | { readonly kind: 'badChunk'; readonly times?: number }
  /** A small gzip body that decompresses to this many zeros. */
  | { readonly kind: 'gzipBomb'; readonly bytes: number; readonly times?: number }
  /** An endless 302 to the same address, with a counter in its query. */
  | { readonly kind: 'redirectLoop' }
  | { readonly kind: 'redirect'; readonly to: string; readonly times?: number }
  /** Reads the request and never answers. */
  | { readonly kind: 'hang'; readonly times?: number };

/** A fault of a whole connection; `pathPrefix` is `/`. Over plain http the two TLS faults have no effect. */
export type ConnectionFault =
  /** The proxy resets the connection instead of answering CONNECT. */
  | { readonly kind: 'refuse'; readonly times?: number }
  /** The proxy answers 502, as if it could not resolve the name. */
  | { readonly kind: 'dnsNx'; readonly times?: number }
  /** The proxy never answers CONNECT. */
  | { readonly kind: 'blackhole'; readonly times?: number }
  /** The host's certificate expired yesterday. */
  | { readonly kind: 'tlsExpired'; readonly times?: number }
  /** The tunnel opens, and the TLS handshake is never answered. */
  | { readonly kind: 'tlsStall'; readonly times?: number };

/** Where a fault applies: an exact host or a suffix with a leading dot, and a path prefix. */
export type FaultRule = {
  readonly host: string;
  readonly pathPrefix: string;
  readonly fault: Fault;
};
