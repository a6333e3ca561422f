"""Leaves out work of YouTube's extractor whose result is dropped, or known before; yt-dlp loads this as a plugin."""
import pickle

from yt_dlp.extractor.youtube import YoutubeIE
from yt_dlp.extractor.youtube._base import INNERTUBE_CLIENTS
from yt_dlp.utils.traversal import traverse_obj

_PACKED_CLIENTS = {name: pickle.dumps(client) for name, client in INNERTUBE_CLIENTS.items()}


class _ShortcutsIE(YoutubeIE, plugin_name='shortcuts'):
    def _extract_player_responses(self, *arguments, **options):
        """Leaves the spoken languages alone to translate captions to: each of a hundred others would be listed in seven formats."""
        found = super()._extract_player_responses(*arguments, **options)
        lists = traverse_obj(found, (0, ..., 'captions', 'playerCaptionsTracklistRenderer', {dict}))
        spoken = set(traverse_obj(lists, (
            ..., 'captionTracks', lambda _, track: track['kind'] == 'asr', 'languageCode', {str})))
        for one in lists:
            if isinstance(one.get('translationLanguages'), list):
                one['translationLanguages'] = [
                    language for language in one['translationLanguages']
                    if traverse_obj(language, ('languageCode', {str})) in spoken]
        return found

    def _get_default_ytcfg(self, client='web'):
        # Thirty copies for a video, which their users may change.
        return pickle.loads(_PACKED_CLIENTS[client])

    @property
    def _has_auth_cookies(self):
        # Nine times for a video. Without this cookie the answer is no.
        return any(cookie.name == 'LOGIN_INFO' for cookie in self.cookiejar) and super()._has_auth_cookies
