// Reads the headers of MPEG audio frames, layers I to III (ISO/IEC 11172-3, 2.4.1.3, and 13818-3). Pure.

/** A frame: its length in bytes with header, and how many samples of each channel at which rate. */
export type AudioFrame = {
  readonly bytes: number;
  readonly samples: number;
  readonly samplesPerSecond: number;
};

/** Kilobits a second by index, for MPEG-1 layer I, II, III, and for the lower rates of MPEG-2: layer I, and II and III. */
const RATES = {
  v1l1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  v1l2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  v1l3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2l1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  v2l23: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const SAMPLE_RATES = [44_100, 48_000, 32_000] as const;

/** What begins the data of a first frame that states how many there are. */
const COUNTS = ['Xing', 'Info', 'VBRI'];

/** Whether a frame is one that states how many there are. */
export function countsFrames(frame: Uint8Array): boolean {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  return COUNTS.some((name) => bytes.includes(name));
}

/** The frame whose header is at `at`; null where there is none, or one of free format, whose length only the next one shows. */
export function readAudioFrame(bytes: Uint8Array, at: number): AudioFrame | null {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3);
  // Version: 0 is MPEG-2.5, 2 is MPEG-2, 3 is MPEG-1. Layer: 3 is I, 2 is II, 1 is III.
  const [version, layer] = [(kind >> 3) & 3, (kind >> 1) & 3];
  const isFrame = sync === 0xff && kind >= 0xe0 && version !== 1 && layer !== 0;
  const base = SAMPLE_RATES[(rates >> 2) & 3];
  if (!isFrame || at + 4 > bytes.length || base === undefined) return null;
  const isFirst = version === 3;
  const table = isFirst
    ? ([[], RATES.v1l3, RATES.v1l2, RATES.v1l1][layer] ?? [])
    : layer === 3
      ? RATES.v2l1
      : RATES.v2l23;
  const bitsPerSecond = (table[rates >> 4] ?? 0) * 1000;
  if (bitsPerSecond === 0) return null;
  const samplesPerSecond = isFirst ? base : version === 2 ? base / 2 : base / 4;
  const padding = (rates >> 1) & 1;
  if (layer === 3)
    return {
      bytes: (Math.floor((12 * bitsPerSecond) / samplesPerSecond) + padding) * 4,
      samples: 384,
      samplesPerSecond,
    };
  const samples = layer === 1 && !isFirst ? 576 : 1152;
  const length = Math.floor(((samples / 8) * bitsPerSecond) / samplesPerSecond) + padding;
  return { bytes: length, samples, samplesPerSecond };
}
