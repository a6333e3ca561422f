"""One-node OpenStack Swift with its S3 API in a single process; started by swift.ts with a folder and five free ports."""
import os
import sys

import swift.common.utils as utils

FOLDER = sys.argv[1]
PROXY, OBJECT, CONTAINER, ACCOUNT, MEMCACHED = (int(port) for port in sys.argv[2:7])
STORES = {"object": OBJECT, "container": CONTAINER, "account": ACCOUNT}

# Nothing of it outlives the tests, and waiting for the disk would be most of their time.
os.fsync = os.fdatasync = lambda _fd: None
utils.SWIFT_CONF_FILE = os.path.join(FOLDER, "swift.conf")


def write(name, text):
    with open(os.path.join(FOLDER, name), "w") as file:
        file.write(text)


def defaults(port):
    return f"""[DEFAULT]
bind_ip = 127.0.0.1
bind_port = {port}
swift_dir = {FOLDER}
devices = {FOLDER}/node
mount_check = false
disable_fallocate = true
log_udp_host = 127.0.0.1
log_udp_port = 9
"""


def filters(**settings):
    return "".join(f"[filter:{name}]\nuse = egg:swift#{use}\n" for name, use in settings.items())


write(
    "swift.conf",
    """[swift-hash]
swift_hash_path_prefix = test
swift_hash_path_suffix = test
[storage-policy:0]
name = one
default = yes
""",
)
os.makedirs(os.path.join(FOLDER, "node", "d1"))
for kind, port in STORES.items():
    server = f"{kind}-server"
    write(
        f"{kind}.conf",
        f"{defaults(port)}[pipeline:main]\npipeline = {server}\n[app:{server}]\nuse = egg:swift#{kind}\n",
    )
write(
    "proxy.conf",
    f"""{defaults(PROXY)}[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:{MEMCACHED}
[filter:s3api]
use = egg:swift#s3api
s3_acl = no
location = us-east-1
force_swift_request_proxy_log = false
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
"""
    + filters(catch_errors="catch_errors", gatekeeper="gatekeeper", bulk="bulk", slo="slo"),
)

utils.eventlet_monkey_patch()

import eventlet  # noqa: E402
import eventlet.wsgi  # noqa: E402
from swift.common import wsgi  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402

eventlet.hubs.use_hub(utils.get_hub())


class Silence:
    def write(self, _text):
        pass


def make_ring(kind, port):
    ring = RingBuilder(4, 1, 0)
    place = {"ip": "127.0.0.1", "port": port}
    place.update(replication_ip="127.0.0.1", replication_port=port)
    ring.add_dev({"id": 0, "region": 1, "zone": 1, "device": "d1", "weight": 1.0, "meta": "", **place})
    ring.rebalance()
    ring.get_ring().save(os.path.join(FOLDER, f"{kind}.ring.gz"))


def serve(kind, port):
    app = wsgi.loadapp(os.path.join(FOLDER, f"{kind}.conf"), global_conf={"log_name": kind})
    return eventlet.spawn(
        eventlet.wsgi.server,
        eventlet.listen(("127.0.0.1", port)),
        app,
        Silence(),
        protocol=wsgi.SwiftHttpProtocol,
        custom_pool=eventlet.GreenPool(1024),
        # The S3 API needs ETag, not Etag.
        capitalize_response_headers=False,
    )


for kind, port in STORES.items():
    make_ring(kind, port)
for kind, port in STORES.items():
    serve(kind, port)
proxy = serve("proxy", PROXY)
print("ready", flush=True)
proxy.wait()
