// What the dashboard asks of the server.
import type { AdminTrendingItem, PreviewAnswer } from '../../../shared/admin-api.ts';
import { request, requestJson } from '../../browser/request.ts';
import type { TypedVideo } from './form/typed.ts';

/** The query of the list. */
export const LIST = '/admin/trending';

const PREVIEW = '/api/admin/trending-preview';
const pathOf = (id: string) => `${LIST}/${encodeURIComponent(id)}`;
const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` });

/** Adds a video by its address. */
export function addVideo(typed: TypedVideo): Promise<AdminTrendingItem> {
  const { title, description, videoUrl, thumbnailUrl, platform, featured } = typed;
  return requestJson(LIST, {
    method: 'POST',
    body: {
      title: title.trim(),
      description: description.trim() || null,
      videoUrl: videoUrl.trim(),
      thumbnailUrl: thumbnailUrl.trim() || null,
      platform,
      featured,
      viewCount: 0,
    },
  });
}

/** What an edit sends; a `thumbnailUrl` that is not there leaves the picture as it is, null removes it. */
export type EditRequest = {
  readonly title: string;
  readonly description: string | null;
  readonly featured: boolean;
  readonly thumbnailUrl?: string | null;
};

/** Changes the version of a video that was seen. */
export function editVideo(
  id: string,
  version: number,
  body: EditRequest,
): Promise<AdminTrendingItem> {
  return requestJson(pathOf(id), { method: 'PUT', body, headers: ifMatch(version) });
}

/** The path and the headers of an edit that brings a new file. */
export function editWithFile(id: string, version: number) {
  const path = `/admin/update-trending-with-file/${encodeURIComponent(id)}`;
  return { path, headers: ifMatch(version) };
}

/** The path of a new video with its file. */
export const UPLOAD = '/admin/upload-trending';

/** Deletes the version of a video that was seen. */
export async function deleteVideo({ id, version }: AdminTrendingItem): Promise<void> {
  await request(pathOf(id), { method: 'DELETE', headers: ifMatch(version) });
}

/** Puts a video back that was just deleted. */
export function restoreVideo(id: string): Promise<AdminTrendingItem> {
  return requestJson(`${pathOf(id)}/restore`, { method: 'POST' });
}

/** What is known of a link. */
export function previewLink(url: string, signal?: AbortSignal): Promise<PreviewAnswer> {
  const body = { url };
  return requestJson(PREVIEW, { method: 'POST', body, ...(signal && { signal }) });
}

/** Adds a video with all that is known of its link. */
export async function addFound(link: string): Promise<AdminTrendingItem> {
  const { durationSeconds: _, thumbnailPath: __, ...known } = await previewLink(link);
  return requestJson(LIST, { method: 'POST', body: { ...known, featured: false, viewCount: 0 } });
}

/** Gives the featured videos, all of them, a new order. */
export async function orderFeatured(videos: readonly AdminTrendingItem[]): Promise<void> {
  const ids = videos.map(({ id }) => id);
  const versions = Object.fromEntries(videos.map(({ id, version }) => [id, version]));
  await request('/api/admin/trending-order', { method: 'PUT', body: { ids, versions } });
}

/** Takes the picture of a video from a moment of its own film. */
export function takeFrame(
  id: string,
  version: number,
  seconds: number,
): Promise<AdminTrendingItem> {
  const path = `/api/admin/trending/${encodeURIComponent(id)}/thumbnail`;
  return requestJson(path, { method: 'POST', body: { seconds }, headers: ifMatch(version) });
}
