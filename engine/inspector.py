"""yt-dlp without what only its command line needs: bounded, and as the browser that it is told to be."""
import yt_dlp
from yt_dlp.networking.impersonate import ImpersonateTarget
from yt_dlp.utils import YoutubeDLError

import project_list

MAX_FORMATS = 500


class Inspector(yt_dlp.YoutubeDL):
    """yt-dlp without the parts that only its command line needs; a failed item of a post does not fail the others."""

    # How many requests are left; None for any number.
    requests_left = None
    # 'first': as yt-dlp chooses; 'other': another browser; 'none': no impersonation where an extractor wants any browser.
    browser = 'first'
    # Whether an extractor wanted that for this request.
    impersonates = False
    # The operator's choice in place of yt-dlp's first one; all requests of its platform then pass for it.
    own_target = None

    def impersonate(self, target):
        """Makes all later requests pass for this browser; with None only those for which an extractor wants it."""
        self.own_target = target
        if handler := self._request_director.handlers.get('CurlCFFI'):
            handler.impersonate = target if self.browser == 'first' else None
        self.impersonates = target is not None

    def _parse_impersonate_targets(self, impersonate):
        target, requested = super()._parse_impersonate_targets(impersonate)
        if target != ImpersonateTarget():
            return target, requested
        self.impersonates = True
        if self.browser == 'none':
            return None, []
        return (self._other_browser() if self.browser == 'other' else self.own_target or target), requested

    def _other_browser(self):
        # yt-dlp lists its first choice last.
        targets = [target for target, _ in reversed(self._get_available_impersonate_targets())]
        first = self.own_target or targets[0]
        return next((target for target in targets if target.client != first.client), targets[0])

    def urlopen(self, req):
        if self.requests_left == 0:
            raise project_list.Enough('no more requests')
        if self.requests_left is not None:
            self.requests_left -= 1
        return super().urlopen(req)

    def process_ie_result(self, ie_result, download=True, extra_info=None):
        if ie_result.get('_type') in ('playlist', 'multi_video'):
            return self._process_post(ie_result, download, extra_info)
        if not self._playlist_level:
            return super().process_ie_result(ie_result, download, extra_info)
        try:
            return super().process_ie_result(ie_result, download, extra_info)
        except (YoutubeDLError, ValueError, TypeError, KeyError) as error:
            self._lost.append(error)
            return None

    def _process_post(self, post, download, extra_info):
        # One item that has no formats (a photo) or is broken must not fail the others.
        self._lost = []
        before = self.params['ignore_no_formats_error']
        self.params['ignore_no_formats_error'] = True
        try:
            done = super().process_ie_result(post, download, extra_info)
        finally:
            self.params['ignore_no_formats_error'] = before
        if self._lost and not any((done or {}).get('entries') or ()):
            raise self._lost[0]
        return done

    def _forceprint(self, key, info_dict):
        # It renders tables of all formats, twice, and prints none: two thirds of the time of an answer.
        pass

    def process_video_result(self, info_dict, download=True):
        # Each format costs time here, and an extractor may return any number.
        if isinstance(info_dict.get('formats'), list):
            del info_dict['formats'][MAX_FORMATS:]
        return super().process_video_result(info_dict, download)
