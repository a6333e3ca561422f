// The JSON of a post on X: the GraphQL result, and the format of the syndication host.
import type { MediaLibrary } from '../../media/media.ts';
import type { Post } from './posts.ts';
import { type Attachment, fileAddress, ladderAddress, pictureAddress } from './videos.ts';

const CREATED_AT = 'Mon Jun 01 08:00:00 +0000 2026';

/** The response of TweetResultByRestId for a post. */
export async function postResult(post: Post, media: MediaLibrary): Promise<unknown> {
  const { name, screenName } = post.author;
  const user = { __typename: 'User', rest_id: '42', legacy: { name, screen_name: screenName } };
  const tweet = {
    __typename: 'Tweet',
    rest_id: post.id,
    core: { user_results: { result: user } },
    views: { count: '1204', state: 'EnabledWithCount' },
    legacy: await legacy(post.id, post.text, post.media, media, post.linksTo),
    ...(post.quoted === null
      ? {}
      : {
          quoted_status_result: {
            result: {
              __typename: 'Tweet',
              legacy: await legacy(`${post.id}0`, post.quoted.text, post.quoted.media, media, null),
            },
          },
        }),
  };
  const result = post.hasVisibilityResults
    ? { __typename: 'TweetWithVisibilityResults', tweet }
    : tweet;
  return { data: { tweetResult: { result } } };
}

/** The syndication host's response for a post. */
export async function syndicated(post: Post, media: MediaLibrary): Promise<unknown> {
  return {
    __typename: 'Tweet',
    id_str: post.id,
    text: post.text,
    created_at: '2026-06-01T08:00:00.000Z',
    favorite_count: 12,
    user: { id_str: '42', name: post.author.name, screen_name: post.author.screenName },
    entities: { hashtags: [], urls: [] },
    mediaDetails: await Promise.all(post.media.map((each) => entity(each, media))),
  };
}

async function legacy(
  id: string,
  text: string,
  attachments: readonly Attachment[],
  media: MediaLibrary,
  linksTo: string | null,
) {
  const urls = linksTo === null ? [] : [{ url: 'https://t.co/Hi4Jk5Lm6N', expanded_url: linksTo }];
  const entities = await Promise.all(attachments.map((each) => entity(each, media)));
  return {
    id_str: id,
    user_id_str: '42',
    full_text: text,
    created_at: CREATED_AT,
    favorite_count: 12,
    retweet_count: 3,
    reply_count: 1,
    possibly_sensitive: false,
    entities: { hashtags: [], urls },
    ...(entities.length === 0 ? {} : { extended_entities: { media: entities } }),
  };
}

/** Bit rates of the true files, so that estimates from them are correct. */
async function entity(attachment: Attachment, media: MediaLibrary) {
  const { id, type, width, height, seconds, files, ladder } = attachment;
  const playlist = { content_type: 'application/x-mpegURL', url: ladderAddress(attachment) };
  const films = files.map(async (file) => {
    const { bytes } = await media.file(file);
    const bitrate = type === 'animated_gif' ? 0 : Math.round((bytes * 8) / seconds);
    return { bitrate, content_type: 'video/mp4', url: fileAddress(attachment, file) };
  });
  const variants = [...(ladder === null ? [] : [playlist]), ...(await Promise.all(films))];
  return {
    id_str: id,
    type,
    media_url_https: pictureAddress(attachment),
    original_info: { width, height },
    sizes: { small: { w: 340, h: Math.round((340 * height) / width), resize: 'fit' } },
    ...(type === 'photo'
      ? {}
      : {
          video_info: {
            aspect_ratio: width > height ? [16, 9] : [9, 16],
            duration_millis: seconds * 1000,
            variants,
          },
        }),
  };
}
