"""Reduces an info dict of yt-dlp to the keys and sizes that may be sent to the server.

Nothing here raises on odd input, and the JSON of the answer stays within MAX_ANSWER_BYTES whatever an extractor made:
a key that is not listed, or whose value has the wrong type, is left out; a format that no longer fits is left out whole.
The server interprets it (src/adapters/ytdlp/read/read-info.ts).
"""
from itertools import islice
import json

MAX_ITEMS = 50
MAX_FORMATS = 500
MAX_FRAGMENTS = 20_000
MAX_CAPTIONS = 200
MAX_LANGUAGES = 300
MAX_CHAPTERS = 300
MAX_THUMBNAILS = 20
MAX_ARTISTS = 10
MAX_GENRES = 10
MAX_ADDRESS = 16_384
MAX_ANSWER_BYTES = 7_500_000

# Maximum characters of each text. The server has stricter limits; these only keep the line short.
INFO_TEXTS = {
    'id': 500, 'title': 2000, 'uploader': 500, 'channel': 500, 'uploader_id': 500, 'channel_id': 500,
    'uploader_url': 2048, 'channel_url': 2048, 'description': 6000,
    'live_status': 40, 'extractor_key': 100, 'webpage_url': 4096, 'availability': 40,
    'track': 500, 'album': 500, 'release_date': 20,
}
INFO_NUMBERS = (
    'timestamp', 'age_limit', 'duration', 'section_start', 'section_end', 'concurrent_view_count', 'width', 'height',
    'release_year', 'track_number', 'disc_number',
)
FORMAT_TEXTS = {
    'format_id': 200, 'url': MAX_ADDRESS, 'manifest_url': MAX_ADDRESS, 'fragment_base_url': MAX_ADDRESS,
    'protocol': 60, 'ext': 40, 'container': 40, 'vcodec': 100, 'acodec': 100, 'language': 100,
    'format_note': 300, 'dynamic_range': 20, 'cookies': 16_384,
}
FORMAT_NUMBERS = (
    'width', 'height', 'fps', 'tbr', 'vbr', 'abr', 'asr', 'audio_channels', 'filesize', 'filesize_approx',
    'language_preference', 'preference', 'quality', 'source_preference', 'available_at',
)
HEADER_NAMES = ('user-agent', 'referer', 'origin', 'accept', 'accept-language')
MAX_HEADER = 2000


class SizeBudget:
    """The remaining size of the answer. Values that do not fit are left out; after a few misses all others are, too."""

    def __init__(self, size):
        self.left = size
        self.misses = 0

    def fits(self, value):
        if self.misses > 10:
            return False
        weight = len(json.dumps(value)) + 4
        if weight > self.left:
            self.misses += 1
            return False
        self.left -= weight
        return True


def project(info, max_items=MAX_ITEMS):
    """Returns the part of `info` that the server reads, as a dict that `json.dumps` accepts."""
    if not isinstance(info, dict):
        return {'_type': 'unknown'}
    kind = kind_of(info)
    if kind == 'playlist':
        return _playlist(info, max_items)
    if kind != 'video':
        return _refused(info, kind)
    return _video(info, MAX_ANSWER_BYTES)


def kind_of(info):
    """The kind of a result; `multi_video` is a playlist, anything strange is `unknown`."""
    kind = info.get('_type') or 'video'
    if kind == 'multi_video':
        return 'playlist'
    return kind if kind in ('video', 'playlist', 'url', 'url_transparent') else 'unknown'


def _refused(info, kind):
    # An address that yt-dlp would continue with is never followed, so it is left out.
    return {'_type': kind, 'refused': True, **texts_of(info, {'id': 500, 'extractor_key': 100})}


def _playlist(info, max_items):
    entries, total = take(info.get('entries'), max_items)
    count = info.get('playlist_count')
    if isinstance(count, int) and not isinstance(count, bool):
        total = max(total, min(count, 1_000_000))
    share = MAX_ANSWER_BYTES // (len(entries) + 1)
    return {
        '_type': 'playlist',
        **_about(info, SizeBudget(share)),
        'entries': [_entry(entry, share) for entry in entries],
        'n_entries': total,
    }


def _entry(entry, size):
    if not isinstance(entry, dict):
        return None
    kind = kind_of(entry)
    # The post's own description is enough; entries repeat it.
    return _video({**entry, 'description': None}, size) if kind == 'video' else _refused(entry, kind)


def _video(info, size):
    # Half of the size is reserved for the formats, which also get what the rest does not need.
    budget = SizeBudget(size // 2)
    out = {'_type': 'video', **_about(info, budget)}
    if info.get('is_live') is True:
        out['is_live'] = True
    if info.get('_has_drm'):
        out['has_drm'] = True
    out['chapters'] = _chapters(info.get('chapters'), budget)
    out['subtitles'] = _subtitles(info.get('subtitles'), MAX_LANGUAGES, budget)
    out['automatic_captions'] = _subtitles(_originals(info), MAX_CAPTIONS, budget)
    formats = info.get('formats')
    # A single format is in the info itself (Snapchat). Beside a list, `url` only repeats yt-dlp's own choice.
    listed = [info] if formats is None and 'url' in info else formats
    out['formats'] = _formats(listed, info, SizeBudget(size // 2 + budget.left))
    return out


def _about(info, budget):
    out = {**texts_of(info, INFO_TEXTS), **numbers_of(info, INFO_NUMBERS)}
    # yt-dlp generates this title where the platform has none.
    extractor = info.get('extractor')
    if isinstance(extractor, str) and out.get('title') == f'{extractor.replace(":", "-")} #{out.get("id")}':
        del out['title']
    for key, most in (('artists', MAX_ARTISTS), ('album_artists', MAX_ARTISTS), ('genres', MAX_GENRES)):
        names = [_text(name, 500) for name in take(info.get(key), most)[0] if isinstance(name, str)]
        if names:
            out[key] = names
    headers = _headers(info.get('http_headers'))
    if headers:
        out['http_headers'] = headers
    budget.fits(out)
    out['thumbnails'] = thumbnails_of(info, budget)
    return out


def _formats(formats, info, budget):
    wanted, _ = take(formats, MAX_FORMATS)
    kept = []
    # yt-dlp lists the best last; keep those when the size runs out.
    for fmt in reversed(wanted):
        out = _format(fmt, info)
        if out is not None and budget.fits(out):
            kept.append(out)
        if budget.misses > 10:
            break
    kept.reverse()
    return kept


def _format(fmt, info):
    if not isinstance(fmt, dict) or not isinstance(fmt.get('url'), str) or len(fmt['url']) > MAX_ADDRESS:
        return None
    out = {**texts_of(fmt, FORMAT_TEXTS), **numbers_of(fmt, FORMAT_NUMBERS)}
    drm = fmt.get('has_drm')
    if drm:
        out['has_drm'] = 'maybe' if drm == 'maybe' else True
    headers = _headers(fmt.get('http_headers') or info.get('http_headers'))
    if headers:
        out['http_headers'] = headers
    fragments = fmt.get('fragments')
    # A storyboard is not media; only its protocol distinguishes it from a track.
    if isinstance(fragments, (list, tuple)) and fmt.get('protocol') != 'mhtml':
        # Half a track is worse than none.
        if len(fragments) > MAX_FRAGMENTS:
            return None
        out['fragments'] = [_fragment(fragment) for fragment in fragments]
    return out


def _fragment(fragment):
    if not isinstance(fragment, dict):
        return None
    return {**texts_of(fragment, {'url': MAX_ADDRESS, 'path': MAX_ADDRESS}), **numbers_of(fragment, ('duration',))}


def _headers(headers):
    return {
        name: value for name, value in _pairs(headers, 100)
        if isinstance(value, str) and name.lower() in HEADER_NAMES and len(value) <= MAX_HEADER and value.isascii()
    }


def _originals(info):
    """Automatic captions in the spoken language, without the hundreds of translations."""
    captions = dict(_pairs(info.get('automatic_captions'), 2000))
    marked = [name for name in captions if name.endswith('-orig')]
    spoken = info.get('language')
    if not marked and isinstance(spoken, str):
        marked = [name for name in captions if name == spoken or name.split('-')[0] == spoken.split('-')[0]]
    return {name: captions[name] for name in (marked or captions)}


def _subtitles(subtitles, most, budget):
    out = {}
    for name, formats in _pairs(subtitles, most):
        if len(name) > 100 or name == 'live_chat':
            continue
        rows = [
            texts_of(row, {'url': MAX_ADDRESS, 'ext': 40, 'name': 200})
            for row in take(formats, 10)[0] if isinstance(row, dict) and isinstance(row.get('url'), str)
        ]
        if rows and budget.fits([name, rows]):
            out[_text(name, 100)] = rows
        if budget.misses > 10:
            break
    return out


def _chapters(chapters, budget):
    rows = (chapter for chapter in take(chapters, MAX_CHAPTERS)[0] if isinstance(chapter, dict))
    out = ({**texts_of(row, {'title': 500}), **numbers_of(row, ('start_time', 'end_time'))} for row in rows)
    return [row for row in out if budget.fits(row)]


def thumbnails_of(info, budget):
    """The images of an item, the best first."""
    rows = [row for row in take(info.get('thumbnails'), 500)[0] if isinstance(row, dict)]
    if not rows and isinstance(info.get('thumbnail'), str):
        rows = [{'url': info['thumbnail']}]
    # yt-dlp lists the best last, but guesses some addresses; those from the platform have a width.
    rows.reverse()
    rows.sort(key=lambda row: not _is_number(row.get('width')))
    out = [{**texts_of(row, {'url': MAX_ADDRESS}), **numbers_of(row, ('width', 'height'))} for row in rows[:MAX_THUMBNAILS]]
    return [row for row in out if row.get('url') and budget.fits(row)]


def _pairs(mapping, most):
    """The first `most` entries of a dict, those with text keys only."""
    if not isinstance(mapping, dict):
        return []
    return [pair for pair in islice(dict.items(mapping), most) if isinstance(pair[0], str)]


def take(values, most, skip=0):
    """`most` of any iterable after the first `skip`, and its total number if that is cheap to know. Raises what kept it from getting that far."""
    if values is None or isinstance(values, (str, bytes, dict)) or callable(values):
        return [], 0
    taken = []
    try:
        taken.extend(islice(values, skip, skip + most))
    except Exception:  # a generator that fails midway: keep what it yielded
        if skip and not taken:
            raise
        return taken, len(taken)
    return taken, len(values) if isinstance(values, (list, tuple)) else len(taken)


def texts_of(source, sizes):
    """The texts of `source` that `sizes` names, cut to their lengths."""
    return {
        key: _text(source[key], size)
        for key, size in sizes.items() if isinstance(source.get(key), str) and _fits(key, source[key], size)
    }


def _fits(key, value, size):
    # A truncated address or cookie is another one: too long ones are left out, not cut.
    return len(value) <= size or not (key in ('path', 'cookies') or key.endswith('url'))


def _text(value, size):
    # A lone surrogate cannot be encoded as UTF-8.
    return value[:size].encode('utf-16', 'surrogatepass').decode('utf-16', 'replace')


def numbers_of(source, keys):
    """The finite numbers of `source` under these keys."""
    return {key: source[key] for key in keys if _is_number(source.get(key))}


def _is_number(value):
    # NaN and infinities are not JSON; an int of thousands of digits is not a number in JavaScript.
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -1e15 < value < 1e15

