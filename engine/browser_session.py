"""Lets requests that pass for a browser (curl_cffi) keep their connections, as yt-dlp's other requests do."""
import curl_cffi.requests


class _WholeResponse(curl_cffi.requests.Response):
    def iter_content(self, *_, **__):
        yield self.content


class _Session(curl_cffi.requests.Session):
    # yt-dlp wants a stream, for which curl_cffi opens a connection and starts a thread each time.

    def __init__(self, cookiejar):
        super().__init__(cookies=cookiejar, response_class=_WholeResponse)

    def request(self, *arguments, **options):
        return super().request(*arguments, **{**options, 'stream': False})


def keep_connections(handler):
    """Gives yt-dlp's handler one session for its own cookie jar. Before each request, curl_cffi replaces curl's cookies by those of the jar."""
    kept = _Session(handler.cookiejar)
    handler._get_instance = lambda cookiejar=None: kept if cookiejar is handler.cookiejar else _Session(cookiejar)
