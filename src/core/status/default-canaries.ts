// The canary links until an operator sets others: public items that have been online for years and need no login.

/** One or two of each platform, from the tests of yt-dlp's own extractors, which has none for Threads. */
export const DEFAULT_CANARIES: readonly string[] = [
  'https://www.youtube.com/watch?v=YE7VzlLtp-4',
  'https://www.tiktok.com/@patroxofficial/video/6742501081818877190',
  'https://www.instagram.com/reel/Chunk8-jurw/',
  'https://www.facebook.com/cnn/videos/10155529876156509/',
  'https://x.com/starwars/status/665052190608723968',
  'https://www.snapchat.com/spotlight/W7_EDlXWTBiXAEEniNoMPwAAYYWtidGhudGZpAX1TKn0JAX1TKnXJAAAAAA',
  'https://www.pinterest.com/pin/664281013778109217/',
  'https://www.youtube.com/watch?v=5KLPxDtMqe8',
  'https://www.tiktok.com/@barudakhb_/video/6984138651336838402',
  'https://www.instagram.com/p/aye83DjauH/',
  'https://www.facebook.com/WatchESLOne/videos/359649331226507/',
  'https://x.com/captainamerica/status/719944021058060289',
  'https://www.pinterest.com/pin/441282463481903715/',
];
