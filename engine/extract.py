"""One yt-dlp instance, loaded and warmed up once, that inspects links, reads lists, searches, and resets its state after each."""
import contextlib
import io
import re
import socket
import sys

from yt_dlp import extractor, globals as yt_dlp_state, plugins, version
from yt_dlp.cookies import YoutubeDLCookieJar
from yt_dlp.dependencies import available_dependencies, yt_dlp_ejs
from yt_dlp.update import _get_system_deprecation
from yt_dlp.utils import YoutubeDLError
from yt_dlp.utils.networking import HTTPHeaderDict, clean_proxies

import arguments
import project
import project_list
import rehearsal
import tokens
from explain import explain
from inspector import Inspector

MAX_KEPT_WARNINGS = 200
# A page, one call of the API as a rule, and what is repeated after a failure.
MAX_SEARCH_REQUESTS = 6
# A post here may be a single photo, which has no formats; src/adapters/ytdlp/read/read-photos.ts reads it.
PHOTO_PLATFORMS = ('instagram', 'pinterest')
# What extractors keep that does not depend on the visitor: what YouTube's knows about players, which costs megabytes to fetch again,
# and tokens that were given to a session without cookies (plugins/yt_dlp_plugins/extractor/kept_tokens.py).
SHARED_STATE = {
    'Youtube': ('_code_cache', '_player_cache'),
    'Instagram': ('kept_token',),
    'Twitter': ('kept_token',),
}
# A new one can be the reason why a platform answers differently, with the same yt-dlp.
LIBRARIES = ('curl_cffi', 'requests', 'urllib3', 'brotli', 'certifi', 'websockets')


class Log:
    """yt-dlp's logger. Keeps warnings, which help to classify failures, and drops everything else."""

    def __init__(self):
        self.warnings = []
        # What a visitor searches for; yt-dlp quotes it in its messages.
        self.query = None

    def warning(self, message):
        if len(self.warnings) < MAX_KEPT_WARNINGS:
            self.warnings.append(self.without_query(message))

    def without_query(self, message):
        """A message as yt-dlp wrote it, without the words that were searched for."""
        return message.replace(f'"{self.query}"', '"…"') if self.query else message

    def debug(self, message):
        pass

    info = error = debug


class Engine:
    """The loaded engine. `settings` is the first line on stdin: pluginDirs, extractors, listExtractors and searchExtractors {platform: keys}, arguments {platform: {name: values}}, tokenProvider {origin, plugin} or null, js {name, path} or null."""

    def __init__(self, settings):
        yt_dlp_state.plugin_dirs.value = list(settings['pluginDirs'])
        provider = settings.get('tokenProvider')
        if provider:
            tokens.Tokens.add_plugin(provider['plugin'])
        plugins.load_all_plugins()
        extractor.import_extractors()
        self.platforms = settings['extractors']
        self.lists = settings['listExtractors']
        self.searches = settings['searchExtractors']
        self.log = Log()
        self.warnings = self.log.warnings
        loaded = yt_dlp_state.extractors.value
        known = _classes(loaded, self.platforms)
        others = {**_classes(loaded, self.lists), **_classes(loaded, self.searches)}
        self.missing = sorted(key for key, found in {**known, **others}.items() if not found)
        names = [found.IE_NAME for found in known.values() if found]
        # Not among the allowed ones: an inspection never ends at a list or a search.
        self.other_classes = {key: found for key, found in others.items() if found}
        self.ydl = Inspector(self._parameters(settings.get('js'), names), auto_init='no_verbose_header')
        self.tokens = tokens.Tokens(provider)
        self.tokens.install(self.ydl)
        self.arguments = arguments.Arguments(settings.get('arguments') or {}, self.ydl, self.tokens.arguments())
        self._warm()
        self.reset()
        rehearsal.rehearse(self)

    def _parameters(self, js, names):
        return {
            'quiet': True, 'noprogress': True, 'color': 'never', 'logger': self.log,
            'skip_download': True, 'simulate': True, 'cachedir': False, 'ffmpeg_location': '/nonexistent/ffmpeg',
            # All formats. With the default yt-dlp would run ffmpeg to choose one, and with `check_formats` unset it
            # would request some of the addresses. A post without formats is still an error.
            'format': 'all', 'check_formats': False, 'ignore_no_formats_error': False,
            # Writes nothing, but some extractors look for subtitles only with this option.
            'writesubtitles': True,
            'noplaylist': True, 'playlist_items': '1', 'default_search': 'error', 'geo_bypass': False,
            'socket_timeout': 12, 'extractor_retries': 1, 'retries': 1, 'fragment_retries': 1,
            # Regular expressions.
            'allowed_extractors': [re.escape(name) for name in names],
            'compat_opts': ['no-certifi'], 'remote_components': (), 'usenetrc': False,
            'js_runtimes': {js['name']: {'path': js['path']}} if js else {},
        }

    def _warm(self):
        # Loads what each worker's first request would otherwise load: modules and patterns of the extractors, certificates,
        # the JavaScript runtime's version, and the code that an answer runs.
        for key, lazy in list(self.ydl._ies.items()):
            lazy.suitable('https://localhost/')
            type(self.ydl.get_info_extractor(key)).suitable('https://localhost/')
        self.classes = {key: type(instance) for key, instance in self.ydl._ies_instances.items()}
        for key, lazy in list(self.other_classes.items()):
            lazy.suitable('https://localhost/')
            self.other_classes[key] = type(self.ydl.get_info_extractor(key))
        self._js_info()
        handlers = self.ydl._request_director.handlers
        if 'Requests' in handlers:
            import door_adapter  # only here, like the next: yt-dlp may be installed without these libraries
            door_adapter.install()
        if 'CurlCFFI' in handlers:
            import browser_session
            # Another curl_cffi may have other sessions: then each opens its own connections.
            with contextlib.suppress(TypeError):
                browser_session.keep_connections(handlers['CurlCFFI'])
        with socket.socket() as closed, contextlib.suppress(YoutubeDLError):
            closed.bind(('127.0.0.1', 0))  # bound but not listening: nothing can answer
            self.ydl.urlopen(f'https://127.0.0.1:{closed.getsockname()[1]}/')
        self.warm_up()

    def warm_up(self):
        """Runs the code that an answer runs, so that its modules and memory pages are loaded."""
        project.project(self.ydl.process_ie_result({
            'id': 'x', 'title': 'x', 'extractor': 'x', 'extractor_key': 'X', 'webpage_url': 'https://localhost/',
            'formats': [{'url': 'https://localhost/a.mp4', 'ext': 'mp4', 'height': height} for height in (360, 720)],
        }, download=False))

    def _js_info(self):
        # Cached by yt-dlp; the first call starts the program.
        return next(filter(None, (runtime.info for runtime in self.ydl._js_runtimes.values() if runtime)), None)

    def use_proxy(self, proxy):
        """Routes every later connection through `proxy`; None connects directly."""
        self.ydl.params['proxy'] = proxy or ''
        self.ydl.__dict__.pop('proxies', None)  # yt-dlp has cached it before the fork
        proxies = dict(self.ydl.proxies)
        clean_proxies(proxies, HTTPHeaderDict())
        for handler in self.ydl._request_director.handlers.values():
            handler.proxies = proxies

    def inspect(self, url, platform, max_items, cookies=None, browser='first', fresh=False):
        """Returns the projected info dict of a link that one of the platform's extractors accepts. Raises yt-dlp's exceptions."""
        self.ydl.browser = browser
        self.arguments.use(self.ydl, platform, fresh=fresh)
        for cookie in _read_cookies(cookies):
            self.ydl.cookiejar.set_cookie(cookie)
        for key in self.platforms.get(platform, ()):
            if key in self.classes and self.classes[key].suitable(url):
                self.ydl.params['playlist_items'] = f'1-{int(max_items)}'
                self.ydl.params['ignore_no_formats_error'] = platform in PHOTO_PLATFORMS
                return project.project(self.ydl.extract_info(url, download=False, ie_key=key))
        raise LookupError('No suitable extractor found for URL')

    def list(self, url, platform, max_entries, skip=0):
        """Returns the projected entries of a list after the first `skip` without looking at any of them. Raises yt-dlp's exceptions."""
        self.arguments.use(self.ydl, platform)
        for key in self.lists.get(platform, ()):
            if key in self.other_classes and self.other_classes[key].suitable(url):
                self.ydl._ies = {key: self.other_classes[key]}
                # What an extractor returns is not processed: no entry and no redirect is followed.
                return project_list.project_list(self.ydl.extract_info(url, download=False, process=False, ie_key=key), int(max_entries), int(skip))
        raise LookupError('No suitable extractor found for URL')

    def search(self, query, platform, max_entries):
        """Returns the projected results of a platform's own search without looking at any of them. Raises yt-dlp's exceptions."""
        self.log.query = query
        # An answer that is no page of results would otherwise look like one without any.
        self.arguments.use(self.ydl, platform, raise_incomplete_data=[''])
        for key in self.searches.get(platform, ()):
            if key in self.other_classes:
                self.ydl._ies = {key: self.other_classes[key]}
                # Pages without a single video would otherwise be followed without end.
                self.ydl.requests_left = MAX_SEARCH_REQUESTS
                # Everything behind the first colon is searched for, whatever it looks like.
                address = f'{self.other_classes[key].SEARCH_KEY}{int(max_entries)}:{query}'
                return project_list.project_results(self.ydl.extract_info(address, download=False, process=False, ie_key=key), int(max_entries))
        raise LookupError('No suitable extractor found for URL')

    def explain(self, error):
        """Describes a failure for src/adapters/ytdlp/read-error.ts."""
        described = explain(error)
        return {**described, 'message': self.log.without_query(described['message'])}

    def reset(self):
        """Drops everything of the last request: cookies, the state of extractors, and the record of printed warnings."""
        ydl = self.ydl
        self.log.query = None
        self.tokens.reset()
        ydl.requests_left = None
        ydl.browser, ydl.impersonates = 'first', False
        self.arguments.drop(ydl)
        ydl.cookiejar.clear()
        old = ydl._ies_instances
        # Also drops extractors that others have loaded.
        ydl._ies, ydl._ies_instances = dict(self.classes), {}
        for key, names in SHARED_STATE.items():
            if key in old and key in self.classes:
                fresh = ydl.get_info_extractor(key)
                for name in names:
                    if hasattr(old[key], name):
                        setattr(fresh, name, getattr(old[key], name))
        # Sessions that are not kept have a thread each.
        if curl := ydl._request_director.handlers.get('CurlCFFI'):
            curl._clear_instances()
        ydl._printed_messages.clear()
        ydl._playlist_urls.clear()
        ydl._playlist_level = ydl._num_videos = 0

    def describe(self):
        """Describes this engine for the doctor."""
        runtime = self._js_info()
        return {
            'version': version.__version__,
            'python': '.'.join(map(str, sys.version_info[:3])),
            'handlers': [handler.RH_NAME for handler in self.ydl._request_director.handlers.values()],
            'impersonation': bool(self.ydl._get_available_impersonate_targets()),
            'jsRuntime': runtime and {'name': runtime.name, 'version': runtime.version, 'supported': runtime.supported},
            'solver': bool(yt_dlp_ejs),
            'missing': self.missing,
            'tokenProviders': self.tokens.describe(),
            'unusable': self.arguments.unusable,
            'libraries': {'Python': '.'.join(map(str, sys.version_info[:3])), **{
                name: str(available_dependencies[name].__version__) for name in LIBRARIES
                if hasattr(available_dependencies.get(name), '__version__')}},
            # yt-dlp says so in brackets behind a version of its own.
            'unsupported': [name for name in LIBRARIES if ' (' in str(
                getattr(available_dependencies.get(name), '_yt_dlp__version', ''))] + (
                    ['Python'] if _get_system_deprecation() else []),
        }


def _classes(loaded, groups):
    return {key: loaded.get(f'{key}IE') for group in groups.values() for key in group}


def _read_cookies(text):
    if not text:
        return []
    jar = YoutubeDLCookieJar(io.StringIO(text))
    jar.load(ignore_discard=True, ignore_expires=True)
    return list(jar)
