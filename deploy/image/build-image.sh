#!/bin/sh
# Builds an image without a registry: mmdebstrap makes the base, buildah the rest, and the result is an OCI archive.
#   deploy/image/build-image.sh <archive.tar>
# Needs root, or a user with subordinate ids, and from Debian: mmdebstrap buildah
#   SUITE        Debian's release (trixie)
#   MIRROR       where its packages come from (as this machine's apt does)
#   EXTRA_CA     a PEM file, where a proxy opens TLS; no layer has it
#   BASE_PATH    the path below which the site is served, such as /keepreel
#   APT_OPTIONS  options for apt-get, such as "-o Acquire::Check-Valid-Until=false"
#   WORK         where base and layers are kept between builds (/var/tmp/keepreel-image)
set -eu

archive=${1:-}
if [ $# -ne 1 ] || [ -z "$archive" ]; then
  echo "usage: $0 <archive.tar>" >&2
  exit 2
fi
for program in mmdebstrap buildah; do
  command -v "$program" >/dev/null || {
    echo "$program is missing. Run: apt-get install --no-install-recommends mmdebstrap buildah" >&2
    exit 1
  }
done

root=$(cd "$(dirname "$0")/../.." && pwd)
suite=${SUITE:-trixie}
work=${WORK:-/var/tmp/keepreel-image}
mkdir -p "$work"
# vfs and chroot work on any file system and inside a container; overlay and runc do not.
export BUILDAH_ISOLATION=chroot
storage="--storage-driver vfs --root $work/storage --runroot $work/run"

if [ ! -s "$work/$suite.tar" ]; then
  mmdebstrap --variant=minbase "$suite" "$work/$suite.tar.part" ${MIRROR:+"$MIRROR"}
  mv "$work/$suite.tar.part" "$work/$suite.tar"
fi
base=localhost/keepreel-base:$suite
if ! buildah $storage inspect --type image "$base" >/dev/null 2>&1; then
  made=$(buildah $storage from scratch)
  buildah $storage add --quiet "$made" "$work/$suite.tar" /
  buildah $storage commit --quiet --rm "$made" "$base"
fi

image=localhost/keepreel:local
buildah $storage bud --pull-never --tag "$image" \
  --build-arg "BASE=$base" --build-arg "APT_OPTIONS=${APT_OPTIONS:-}" \
  --build-arg "BASE_PATH=${BASE_PATH:-}" \
  ${EXTRA_CA:+--secret "id=extra_ca,src=$EXTRA_CA"} \
  --ignorefile "$root/deploy/image/Dockerfile.dockerignore" \
  --file "$root/deploy/image/Dockerfile" "$root"
rm -f "$archive"
buildah $storage push --quiet "$image" "oci-archive:$archive:keepreel:local"
echo "$archive holds keepreel:local"
