// Registers the routes for checking links, inspecting posts, and making, listing and serving files.
import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../route-context.ts';
import type { Services } from '../services.ts';
import { archives } from './archives.ts';
import { cancelDownload } from './cancel-download.ts';
import { detectPlatform } from './detect-platform.ts';
import { download } from './download.ts';
import { downloadProgress } from './download-progress.ts';
import { createDownloadViews } from './download-view.ts';
import { edits } from './edits.ts';
import { files } from './files.ts';
import { inspect } from './inspect.ts';
import { jobs } from './jobs.ts';
import { limits } from './limits.ts';
import { lists } from './lists.ts';
import { createSendDownload } from './send-download.ts';
import { subtitles } from './subtitles.ts';
import { thumbnails } from './thumbnails.ts';

const DEFAULT_UPLOAD_BYTES = 500e6;

/** Registers the routes. */
export function downloadRoutes(
  app: FastifyInstance,
  services: Services,
  { limit, networkOf, keyUse, visitor, options, paceBody }: RouteContext,
): void {
  const { inspecting, downloading, clock, words } = services;
  detectPlatform(app, { inspecting, words, limit, visitor });
  inspect(app, { inspecting, networkOf, limit, visitor });
  thumbnails(app, { inspecting, thumbnails: services.thumbnails, networkOf, limit });
  lists(app, { lists: services.lists, thumbnails: services.thumbnails, networkOf, limit, visitor });
  subtitles(app, { inspecting, subtitles: services.subtitles, networkOf, limit });
  const views = createDownloadViews(words, options.publicUrl);
  const send = createSendDownload(app, { downloading, views });
  download(app, { downloading, send, networkOf, limit, keyUse, visitor });
  const { maxUploadBytes = DEFAULT_UPLOAD_BYTES } = options;
  edits(app, { downloading, send, networkOf, limit, keyUse, paceBody, visitor, maxUploadBytes });
  downloadProgress(app, { downloading, views, clock, networkOf, limit, visitor });
  cancelDownload(app, { downloading, limit, visitor });
  jobs(app, { downloading, views, limit, visitor });
  archives(app, { archiving: services.archiving, clock, networkOf, limit, keyUse, visitor });
  files(app, { downloading, clock, networkOf, limit, keyUse, visitor });
  limits(app, { limits: services.limits, limit });
}
