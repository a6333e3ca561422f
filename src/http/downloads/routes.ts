// Registers the routes for checking links, inspecting posts, and making, listing and serving files.
import type { FastifyInstance } from 'fastify';
import { listFeed } from '../feeds/list-feed.ts';
import type { RouteContext } from '../route-context.ts';
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
import { programLinks } from './program-links.ts';
import { createSendDownload } from './send-download.ts';
import { subtitles } from './subtitles.ts';
import { thumbnails } from './thumbnails.ts';

/** Registers the routes. */
export function downloadRoutes(app: FastifyInstance, context: RouteContext): void {
  const { clock, downloading, words, options, basePath, limits: bounds } = context;
  const views = createDownloadViews(words, options.publicUrl, basePath);
  const send = createSendDownload(app, { clock, downloading, views, basePath, limits: bounds });
  detectPlatform(app, context);
  inspect(app, context);
  thumbnails(app, context);
  lists(app, context);
  listFeed(app, context);
  subtitles(app, context);
  download(app, context, send);
  edits(app, context, send);
  downloadProgress(app, context, views);
  cancelDownload(app, context);
  jobs(app, context, views);
  if (bounds.programLinks) programLinks(app, context, send);
  archives(app, context);
  files(app, context);
  limits(app, context);
}
