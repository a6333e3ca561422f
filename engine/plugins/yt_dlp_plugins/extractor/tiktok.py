"""Adds the pictures of TikTok's photo posts, of which yt-dlp returns the sound alone; yt-dlp loads this as a plugin."""
from yt_dlp.extractor.tiktok import TikTokIE
from yt_dlp.utils import determine_ext, int_or_none, url_or_none
from yt_dlp.utils.traversal import traverse_obj


class _TikTokPhotosIE(TikTokIE, plugin_name='photos'):
    _PICTURE_EXTENSIONS = ('jpg', 'jpeg', 'png', 'webp')

    def _parse_aweme_video_web(self, aweme_detail, webpage_url, video_id, extract_flat=False):
        """The post; with pictures a list of them in their order, and last the sound that plays with them."""
        post = super()._parse_aweme_video_web(aweme_detail, webpage_url, video_id, extract_flat)
        pictures = traverse_obj(aweme_detail, (
            'imagePost', 'images', ..., {self._parse_picture}, filter))
        if extract_flat or not pictures:
            return post
        about = {key: value for key, value in post.items() if key not in (
            'id', 'formats', 'subtitles', 'duration', 'track', 'album', 'artists', 'thumbnails')}
        entries = [{
            **about,
            'id': f'{video_id}_{number}',
            'formats': [picture],
            'thumbnails': [{key: picture[key] for key in ('url', 'width', 'height')}],
        } for number, picture in enumerate(pictures, 1)]
        if post['formats']:
            entries.append(post)
        return self.playlist_result(entries, video_id, **about)

    def _parse_picture(self, picture):
        address = traverse_obj(picture, ('imageURL', 'urlList', ..., {url_or_none}, any))
        if not address:
            return None
        ext = determine_ext(address, 'jpg')
        return {
            'format_id': 'photo',
            'url': self._proto_relative_url(address),
            'ext': ext if ext in self._PICTURE_EXTENSIONS else 'jpg',
            'vcodec': 'none',
            'acodec': 'none',
            'width': traverse_obj(picture, ('imageWidth', {int_or_none})),
            'height': traverse_obj(picture, ('imageHeight', {int_or_none})),
        }
