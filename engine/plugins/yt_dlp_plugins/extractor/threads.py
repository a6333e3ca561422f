"""Reads posts of Threads from the page that its server renders for a browser; yt-dlp loads this as a plugin."""
import base64
import json
import re
import urllib.parse

from yt_dlp.extractor.common import InfoExtractor
from yt_dlp.utils import (
    ExtractorError,
    determine_ext,
    float_or_none,
    int_or_none,
    merge_dicts,
    parse_qs,
    str_or_none,
    url_or_none,
)
from yt_dlp.utils.traversal import traverse_obj


class ThreadsIE(InfoExtractor):
    IE_NAME = 'threads'
    _VALID_URL = r'https?://(?:www\.)?threads\.(?:com|net)/(?:@(?P<user>[\w.]+)/post|t)/(?P<id>[\w-]+)'
    _TESTS = [{
        'url': 'https://www.threads.com/@user.name/post/C6cqebdCfBi',
        'only_matching': True,
    }, {
        'url': 'https://www.threads.net/t/C6cqebdCfBi/?xmt=abc',
        'only_matching': True,
    }]

    # The server renders posts for navigations only; any other request gets a shell that fills itself by script.
    _NAVIGATION_HEADERS = {
        'Accept': 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
        'Sec-Fetch-Dest': 'document',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Site': 'none',
    }
    _MAX_RETRIES = 2
    # Queries whose answer is the post itself, newest name first. The page also answers others: replies, strangers' posts.
    _POST_QUERY_RE = re.compile(
        r'(?:adp_)?Barcelona(?:PostPageTarget|PermalinkMobilePostColumnPage|PostPageDirect)Query')
    _SJS_RE = re.compile(r'<script\b[^>]*\bdata-sjs\b[^>]*>(\{.+?\})</script>')
    # Video files are at most this many pixels on the shorter side, whatever size was uploaded.
    _MAX_SHORT_SIDE = 720

    def _real_extract(self, url):
        user, code = self._match_valid_url(url).group('user', 'id')
        post = self._find_post(self._download_answers(user, code), code)

        for holder in self._media_holders(post):
            parts = traverse_obj(holder, ('carousel_media', ..., {dict})) or [holder]
            entries = [entry for entry in map(self._extract_part, parts) if entry]
            if entries:
                break
        else:
            raise ExtractorError('There is no video in this post', expected=True)

        info = merge_dicts(self._extract_about(holder), self._extract_about(post))
        info.setdefault('title', f'Post by {info.get("channel") or user or code}')
        if len(entries) == 1:
            return {**info, **entries[0], 'id': code}
        return self.playlist_result(
            [{**info, **entry, 'id': f'{code}_{number}'} for number, entry in enumerate(entries, 1)], code, **info)

    def _download_answers(self, user, code):
        """The answers that the page brings along, as (name of the query, data). A shell is asked for again."""
        for attempt in range(1 + self._MAX_RETRIES):
            webpage, urlh = self._download_webpage_handle(
                # Threads sends @i on to the author's name; it does not always render /t/
                f'https://www.threads.com/@{user or "i"}/post/{code}', code, headers=self._NAVIGATION_HEADERS,
                note='Downloading webpage' if not attempt else f'Downloading webpage again ({attempt})')
            if urllib.parse.urlparse(urlh.url).path.startswith(('/login', '/accounts/login')):
                self.raise_login_required('Threads is requiring login for access to this content')
            answers = traverse_obj(webpage, (
                {self._SJS_RE.findall}, lambda _, v: 'RelayPrefetchedStreamCache' in v, {json.loads},
                'require', ..., ..., ..., '__bbox', 'require',
                lambda _, v: v[0] == 'RelayPrefetchedStreamCache' and isinstance(v[3][0], str),
                3, {lambda v: (v[0], v[1]['__bbox']['result']['data'])}))
            # A shell brings answers about the visitor, but no posts
            if '"thread_items"' in webpage or any(self._POST_QUERY_RE.match(name) for name, _ in answers):
                return answers
        raise ExtractorError(
            'Threads sent an empty page. Requests are probably rate-limited by Threads; try again later', expected=True)

    def _find_post(self, answers, code):
        found = [(name, post) for name, data in answers for post in traverse_obj(data, (
            (('media', all), ('data', 'edges', ..., 'node', 'thread_items', ..., 'post', all)),
            lambda _, v: v['code'] == code, {dict}))]
        for name, post in found:
            if self._POST_QUERY_RE.match(name):
                return post
        if found:
            raise ExtractorError(f'Unable to extract the post: it came with the unknown query {found[0][0]}')
        # Deleted, private and restricted posts look alike: a page of other people's posts
        raise ExtractorError('This post is not available', expected=True)

    def _media_holders(self, post):
        """The post itself, else what it shows of Instagram, else the post that it quotes."""
        yield post
        yield from traverse_obj(post, (
            'text_post_app_info', ('linked_inline_media', ('share_info', 'quoted_post')), {dict}))

    def _extract_about(self, post):
        return traverse_obj(post, {
            'title': ('caption', 'text', {str.strip}, {str.splitlines}, 0, filter),
            'description': ('caption', 'text', {str}, filter),
            'channel': ('user', 'username', {str}),
            'uploader': ('user', 'full_name', {str}, filter),
            'uploader_id': ('user', 'pk', {str_or_none}),
            'timestamp': ('taken_at', {int_or_none}),
        })

    def _extract_part(self, part):
        pictures = traverse_obj(part, ('image_versions2', 'candidates', lambda _, v: url_or_none(v['url']), {
            'url': 'url',
            'width': ('width', {int_or_none}),
            'height': ('height', {int_or_none}),
        }))
        pictures.sort(key=lambda picture: picture.get('width') or 0)
        videos = traverse_obj(part, ('video_versions', lambda _, v: url_or_none(v['url'])))
        if videos:
            return {
                'formats': self._extract_formats(part, videos),
                'duration': traverse_obj(videos, (..., 'url', {self._parse_duration}, any)),
                'thumbnails': pictures,
            }
        if pictures:
            return {
                'formats': [{
                    'format_id': 'photo',
                    'ext': determine_ext(pictures[-1]['url'], 'jpg'),
                    'vcodec': 'none',
                    'acodec': 'none',
                    **pictures[-1],
                }],
                'thumbnails': pictures,
            }
        return None

    def _extract_formats(self, part, videos):
        width, height = self._video_size(part)
        # All versions (types 101 to 103) are usually the same file
        files = {urllib.parse.urlparse(video['url']).path: video for video in reversed(videos)}
        return [{
            'format_id': str_or_none(video.get('type')) or f'video-{number}',
            'url': video['url'],
            'ext': 'mp4',
            'width': int_or_none(video.get('width')) or width,
            'height': int_or_none(video.get('height')) or height,
            'vcodec': 'h264',
            'acodec': {True: 'aac', False: 'none'}.get(part.get('has_audio')),
        } for number, video in enumerate(files.values())]

    def _video_size(self, part):
        width, height = (int_or_none(part.get(f'original_{side}')) for side in ('width', 'height'))
        if not width or not height:
            return None, None
        scale = min(1, self._MAX_SHORT_SIDE / min(width, height))
        return round(width * scale / 2) * 2, round(height * scale / 2) * 2

    @staticmethod
    def _parse_duration(url):
        efg = parse_qs(url)['efg'][0].translate(str.maketrans('-_ ', '+/+'))
        return float_or_none(json.loads(base64.b64decode(efg + '==='))['duration_s'])
