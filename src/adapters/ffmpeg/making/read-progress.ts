// Parses ffmpeg's progress on `-progress pipe:1`: lines of `name=value`, a block every half second. Pure.

/** Creates a parser for the output of one run; it reports the seconds written so far. */
export function createProgressReader(report: (seconds: number) => void): (text: string) => void {
  let rest = '';
  let reported = 0;
  return (text) => {
    const lines = (rest + text).split('\n');
    // Lines are short; longer text is not progress.
    rest = (lines.pop() ?? '').slice(0, 1000);
    for (const line of lines) {
      const seconds = secondsIn(line);
      if (seconds === null || seconds <= reported) continue;
      reported = seconds;
      report(seconds);
    }
  };
}

/** The seconds in a line `out_time_us=…`; null in any other, and before there is a time. */
function secondsIn(line: string): number | null {
  const [, microseconds] = /^out_time_us=(\d{1,15})\s*$/.exec(line) ?? [];
  return microseconds === undefined ? null : Number(microseconds) / 1e6;
}
