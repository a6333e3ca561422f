// The API calls of the dashboard.
import type { AdminTrendingItem, PreviewAnswer } from '../../../shared/api/admin.ts';
import { request, requestJson } from '../../browser/request.ts';
import type { TypedVideo } from './form/typed.ts';

/** The query of the list. */
export const LIST = '/admin/trending';

const PREVIEW = '/api/admin/trending-preview';
const pathOf = (id: string) => `${LIST}/${encodeURIComponent(id)}`;
const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` });

/** Adds a video by its URL. */
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

/** The body of an edit; without `thumbnailUrl` the thumbnail is unchanged, null removes it. */
export type EditRequest = {
  readonly title: string;
  readonly description: string | null;
  readonly featured: boolean;
  readonly thumbnailUrl?: string | null;
};

/** Edits a video, conditional on its version. */
export function editVideo(
  id: string,
  version: number,
  body: EditRequest,
): Promise<AdminTrendingItem> {
  return requestJson(pathOf(id), { method: 'PUT', body, headers: ifMatch(version) });
}

/** Returns the path and headers of an edit with a new file. */
export function editWithFile(id: string, version: number) {
  const path = `/admin/update-trending-with-file/${encodeURIComponent(id)}`;
  return { path, headers: ifMatch(version) };
}

/** The path for uploading a video. */
export const UPLOAD = '/admin/upload-trending';

/** Deletes a video, conditional on its version. */
export async function deleteVideo({ id, version }: AdminTrendingItem): Promise<void> {
  await request(pathOf(id), { method: 'DELETE', headers: ifMatch(version) });
}

/** Restores a video that was just deleted. */
export function restoreVideo(id: string): Promise<AdminTrendingItem> {
  return requestJson(`${pathOf(id)}/restore`, { method: 'POST' });
}

/** Fetches the preview of a link. */
export function previewLink(url: string, signal?: AbortSignal): Promise<PreviewAnswer> {
  const body = { url };
  return requestJson(PREVIEW, { method: 'POST', body, ...(signal && { signal }) });
}

/** Adds a video with the values of its preview. */
export async function addFound(link: string): Promise<AdminTrendingItem> {
  const { durationSeconds: _, thumbnailPath: __, ...known } = await previewLink(link);
  return requestJson(LIST, { method: 'POST', body: { ...known, featured: false, viewCount: 0 } });
}

/** Sets the order of all featured videos. */
export async function orderFeatured(videos: readonly AdminTrendingItem[]): Promise<void> {
  const ids = videos.map(({ id }) => id);
  const versions = Object.fromEntries(videos.map(({ id, version }) => [id, version]));
  await request('/api/admin/trending-order', { method: 'PUT', body: { ids, versions } });
}

/** Sets the thumbnail of a video to a frame of its own file. */
export function takeFrame(
  id: string,
  version: number,
  seconds: number,
): Promise<AdminTrendingItem> {
  const path = `/api/admin/trending/${encodeURIComponent(id)}/thumbnail`;
  return requestJson(path, { method: 'POST', body: { seconds }, headers: ifMatch(version) });
}
