"""Keeps the tokens that X and Instagram give to any client without cookies, and renews a refused one once; yt-dlp loads this as a plugin."""
import time

from yt_dlp.extractor.instagram import InstagramIE
from yt_dlp.extractor.twitter import TwitterIE
from yt_dlp.utils import ExtractorError
from yt_dlp.utils.traversal import traverse_obj


class _TokenKeeper:
    # Value, end of its life, uses left. engine/extract.py passes it on to the next instance of the extractor.
    kept_token = (None, 0, 0)
    # Whether this link is read with a token of an earlier one.
    _is_kept = False

    def _take_token(self):
        token, end, uses = self.kept_token
        self._is_kept = uses > 0 and time.monotonic() < end
        if not self._is_kept:
            return None
        self.kept_token = (token, end, uses - 1)
        return token

    def _keep_token(self, token, seconds, uses):
        self.kept_token = (token, time.monotonic() + seconds, uses)

    def _drop_token(self):
        self.kept_token = (None, 0, 0)

    def _has_cookies(self):
        return next(iter(self.cookiejar), None) is not None


class _GuestTokenIE(TwitterIE, _TokenKeeper, plugin_name='guest_token'):
    # X answers 50 requests with one in a quarter of an hour.
    _LIFE_SECONDS, _MAX_USES = 900, 40
    _is_anonymous = False

    def _real_initialize(self):
        self._is_anonymous = not self._has_cookies()

    def _fetch_guest_token(self, display_id):
        token = self._take_token() if self._is_anonymous else None
        if token is None:
            token = super()._fetch_guest_token(display_id)
            if self._is_anonymous:
                self._keep_token(token, self._LIFE_SECONDS, self._MAX_USES)
        return token

    def _call_api(self, *arguments, **options):
        try:
            return super()._call_api(*arguments, **options)
        except ExtractorError:
            self._drop_token()
            if not self._is_kept:
                raise
            self._is_kept = False
        return self._call_api(*arguments, **options)


class _PageTokenIE(InstagramIE, _TokenKeeper, plugin_name='page_token'):
    _LIFE_SECONDS, _MAX_USES = 1800, 200
    _is_refused = False

    def _real_initialize(self):
        is_anonymous = not self._has_cookies()
        self._lsd_token = self._take_token() if is_anonymous else None
        super()._real_initialize()
        if is_anonymous and not self._is_kept:
            self._keep_token(self._lsd_token, self._LIFE_SECONDS, self._MAX_USES)

    def _download_json(self, url_or_request, *arguments, **options):
        answer = super()._download_json(url_or_request, *arguments, **options)
        if url_or_request == 'https://www.instagram.com/api/graphql' and not traverse_obj(answer, ('data', {dict})):
            self._is_refused = True
            self._drop_token()
        return answer

    def _real_extract(self, url):
        try:
            return super()._real_extract(url)
        except ExtractorError:
            if not (self._is_kept and self._is_refused):
                raise
        self.cookiejar.clear()
        self._real_initialize()
        return super()._real_extract(url)
