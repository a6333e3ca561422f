"""The operator's arguments for extractors, read and allowed by src/adapters/ytdlp/engine-arguments.ts; set for one request and dropped after it."""
from yt_dlp.extractor.youtube._base import INNERTUBE_CLIENTS, YoutubeBaseInfoExtractor
from yt_dlp.networking.impersonate import ImpersonateTarget

# After locked formats: a client that yt-dlp asks of its own accord only with cookies, beside the usual ones.
FRESH_CLIENT = 'web_embedded'


class Arguments:
    """Arguments by platform; `common` belongs to all. `unusable` names those that this yt-dlp does not know, which are left out."""

    def __init__(self, given, ydl, common):
        self.unusable = []
        self.common = common
        self.targets = {platform: self._target(platform, names, ydl) for platform, names in given.items()}
        self.given = {
            platform: self._known(platform, {name: values for name, values in names.items() if name != 'impersonate'})
            for platform, names in given.items()}

    def use(self, ydl, platform, fresh=False, **more):
        """Sets the arguments of a platform; the keys of its extractors and its id are the same."""
        names = {**self.given.get(platform, {}), **more}
        if fresh and platform == 'youtube':
            names['player_client'] = [*names.get('player_client', ['default']), FRESH_CLIENT]
        ydl.params['extractor_args'] = {**self.common, platform: names}
        ydl.impersonate(self.targets.get(platform))

    def drop(self, ydl):
        """Returns to yt-dlp's own choices."""
        ydl.params['extractor_args'] = {}
        ydl.impersonate(None)

    def _target(self, platform, names, ydl):
        for text in names.get('impersonate', ()):
            target = ImpersonateTarget.from_str(text)
            if ydl._impersonate_target_available(target):
                return target
            self.unusable.append(f'{platform}: impersonate={text}')
        return None

    def _known(self, platform, names):
        if platform != 'youtube':
            return names
        clients = {'default', *(name for name in INNERTUBE_CLIENTS if not name.startswith('_'))}
        checks = {
            'player_client': lambda value: value.removeprefix('-') in clients,
            'lang': lambda value: value in YoutubeBaseInfoExtractor._SUPPORTED_LANG_CODES,
        }
        known = {}
        for name, values in names.items():
            is_known = checks.get(name, lambda _: True)
            self.unusable += [f'{platform}: {name}={value}' for value in values if not is_known(value)]
            if kept := [value for value in values if is_known(value)]:
                known[name] = kept
        return known
