"""Lets `requests` send https requests to the egress proxy as they are: it has connections that are open already, and checks certificates."""
import socket

from requests.exceptions import ProxyError
from requests.utils import urldefragauth
from yt_dlp.networking import _requests
from yt_dlp.utils.networking import select_proxy


class _DoorAdapter(_requests.RequestsHTTPAdapter):
    def proxy_manager_for(self, proxy, **options):
        # Behind a proxy urllib3 leaves Nagle's algorithm on, which delays each POST over a reused connection by 44 ms.
        options.setdefault('socket_options', [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)])
        return super().proxy_manager_for(proxy, **options)

    def get_connection_with_tls_context(self, request, verify, proxies=None, cert=None):
        proxy = select_proxy(request.url, proxies)
        if not proxy:
            return super().get_connection_with_tls_context(request, verify, proxies, cert)
        return self.proxy_manager_for(proxy).connection_from_host(None, scheme='http')

    def request_url(self, request, proxies):
        return urldefragauth(request.url) if select_proxy(request.url, proxies) else super().request_url(request, proxies)

    def add_headers(self, request, proxies=None, **_):
        if proxy := select_proxy(request.url, proxies):
            request.headers.update(self.proxy_headers(proxy))

    def send(self, request, *arguments, **options):
        response = super().send(request, *arguments, **options)
        if 'Proxy-Status' in response.headers:
            raise ProxyError(f'Tunnel connection failed: {response.status_code} {response.reason}', request=request)
        return response


def install():
    """Has an effect on sessions that are made afterwards."""
    _requests.RequestsHTTPAdapter = _DoorAdapter
