// Runs jobs with the tools of this server: fetching, ffmpeg, and the check of what was made.
import { createFetcher } from '../../adapters/fetch/fetcher.ts';
import { createChecker } from '../../adapters/ffmpeg/checking/check-file.ts';
import { createTranscoder } from '../../adapters/ffmpeg/making/transcoder.ts';
import { findPart } from '../../adapters/ffmpeg/parts/find-part.ts';
import type { Config } from '../../config.ts';
import type { Inspecting } from '../../core/inspecting/inspecting.ts';
import type { RunJob } from '../../core/jobs/queue/job-queue.ts';
import { createRunJob, type RunJobNeeds } from '../../core/jobs/run-job.ts';
import type { FileLimits } from '../../core/jobs/settle-plan.ts';
import type { Metrics } from '../../core/outcomes/metrics.ts';
import type { PlatformHealthModule } from '../platform-health.ts';
import type { Tools } from './tools.ts';
import { encoderBytes } from './work-limits.ts';

/** What the other modules provide. */
export type JobRunnerNeeds = Pick<
  RunJobNeeds,
  keyof FileLimits | 'early' | 'files' | 'fileTtlMs' | 'workKey' | 'clock' | 'turns'
> & {
  readonly config: Config;
  readonly inspecting: Inspecting;
  readonly tools: Tools;
  readonly health: Pick<PlatformHealthModule, 'breaker' | 'egresses'>;
  readonly metrics: Pick<Metrics, 'fragmentsJoined'>;
};

/** Creates the function that runs one job, and reports to the breaker whether a platform refuses its files. */
export function createJobRunner(needs: JobRunnerNeeds): RunJob {
  const { config, clock, inspecting, tools, health } = needs;
  const { door, sandbox } = tools;
  const media = {
    ffmpegPath: config.FFMPEG_PATH,
    ffprobePath: config.FFPROBE_PATH,
    sandbox,
    encoderBytes: encoderBytes(config),
    onJoin: needs.metrics.fragmentsJoined,
  };
  return createRunJob({
    ...needs,
    maxWorkMinutes: config.MAX_WORK_MINUTES,
    breaker: health.breaker,
    egresses: health.egresses,
    holdEgress: door.hold,
    fetcher: createFetcher({ openLane: door.lane, clock }),
    findPart,
    transcoder: createTranscoder(media),
    checker: createChecker(media),
    thumbnails: tools.thumbnails,
    subtitles: tools.subtitles,
    inspectAgain: ({ inspection, sources }, signal) =>
      inspecting.inspectAgain(inspection.link, signal, {
        only: sources.egress,
        family: sources.family,
      }),
    inspectElsewhere: async ({ inspection: { link }, sources }, signal) => {
      const others = health.egresses.of(link.platform).filter((id) => id !== sources.egress);
      if (others.length === 0) return null;
      return inspecting.inspectAgain(link, signal, { except: sources.egress });
    },
  });
}
