// Reads what ffmpeg says of its progress on `-progress pipe:1`: lines of `name=value`, a block every half second. Pure.

/** A reader of one run: give it each piece of output, it calls back with the seconds of the file that are written. */
export function createProgressReader(report: (seconds: number) => void): (text: string) => void {
  let rest = '';
  let reported = 0;
  return (text) => {
    const lines = (rest + text).split('\n');
    // A line is short; what has no end within this is not progress.
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
