"""PO tokens of YouTube: leads the operator's plugin to its provider and nowhere else, and notes which client asked for a token.

The plugin asks with `PoTokenProvider._request_webpage` (yt-dlp's public API for providers). Only such requests to the provider's origin
carry the user name for which the egress proxy opens that origin; requests of extractors, and redirects of their answers, never do.
"""
import os
import tempfile
import urllib.parse

from yt_dlp import globals as yt_dlp_state
from yt_dlp.extractor.youtube.pot import _director, _provider, _registry, provider

MAX_ASKED = 20


class Tokens:
    """`asked` lists the tokens of a request as {client, context, provider, outcome}; see `settings` of extract.Engine."""

    def __init__(self, settings):
        self.asked = []
        self.origin = settings and settings['origin']
        self._entry = {}

    @staticmethod
    def add_plugin(path):
        """Puts a folder before yt-dlp's plugin folders in which this plugin is alone; yt-dlp looks into all that are beside one."""
        folder = tempfile.mkdtemp()
        os.symlink(path, os.path.join(folder, os.path.basename(path)))
        yt_dlp_state.plugin_dirs.value.append(folder)

    def install(self, ydl):
        """Has an effect on all providers; their classes are loaded."""
        self.ydl = ydl
        get_po_token = _director.PoTokenRequestDirector.get_po_token
        request_pot = provider.PoTokenProvider.request_pot
        request_webpage = provider.PoTokenProvider._request_webpage

        def noting_token(director, request):
            entry = self._begin(request)
            # yt-dlp asks again for each format.
            if entry['outcome'] == 'failed':
                return None
            token = get_po_token(director, request)
            if token and entry['outcome'] != 'given':
                entry['outcome'] = 'given' if entry['provider'] else 'kept'
            return token

        def noting_provider(one, request):
            # Our proxy is of no use to the provider, and its address holds the token of this session.
            request.request_proxy = None
            # One that does not take such requests leaves no trace.
            before = dict(self._entry)
            self._entry.update(provider=str(one.PROVIDER_NAME)[:60], outcome='failed')
            try:
                return request_pot(one, request)
            except provider.PoTokenProviderRejectedRequest:
                if not self._has_requested:
                    self._entry.update(before)
                raise

        def leading_to_provider(one, request, *arguments, **options):
            self._has_requested = True
            request = request.copy()
            # A plugin wants no proxy for its provider, which is then the only way.
            request.proxies = {}
            if not self._is_provider(request.url):
                return request_webpage(one, request, *arguments, **options)
            if ydl.params['proxy']:
                request.proxies = {'all': ydl.params['proxy'].replace('//job:', '//pot:', 1)}
            target = ydl.own_target
            ydl.impersonate(None)
            try:
                return request_webpage(one, request, *arguments, **options)
            finally:
                ydl.impersonate(target)

        _director.PoTokenRequestDirector.get_po_token = noting_token
        provider.PoTokenProvider.request_pot = noting_provider
        provider.PoTokenProvider._request_webpage = leading_to_provider

    def arguments(self):
        """The address of the provider for each plugin, under the name that they agree on."""
        keys = _registry._pot_providers.value if self.origin else ()
        return {f'{_director.EXTRACTOR_ARG_PREFIX}-{key.lower()}': {'base_url': [self.origin]} for key in keys}

    def describe(self):
        """Names and versions of the plugins."""
        return [
            f'{one.PROVIDER_NAME} {one.PROVIDER_VERSION}' for one in _registry._pot_providers.value.values()
            if not issubclass(one, _provider.BuiltinIEContentProvider)]

    def reset(self):
        """Drops what was asked."""
        self.asked, self._entry = [], {}

    def _begin(self, request):
        self._has_requested = False
        what = {'client': str(request.internal_client_name)[:40], 'context': request.context.value}
        known = next((one for one in self.asked if what.items() <= one.items()), None)
        self._entry = known or {**what, 'provider': None, 'outcome': 'none'}
        if not known and len(self.asked) < MAX_ASKED:
            self.asked.append(self._entry)
        return self._entry

    def _is_provider(self, url):
        parts = urllib.parse.urlsplit(url)
        return f'{parts.scheme}://{parts.netloc}'.lower() == self.origin
