"""Reduces a list or the results of a search, as an extractor of yt-dlp returns them, to what may be sent to the server (read-list.ts and read-search.ts in src/adapters/ytdlp/read/)."""
from itertools import islice

import project

MAX_LIST_BYTES = 500_000
LIST_TEXTS = {'id': 500, 'title': 2000, 'uploader': 500, 'channel': 500}
ENTRY_TEXTS = {
    'id': 500, 'title': 2000, 'uploader': 500, 'channel': 500, 'ie_key': 100, 'live_status': 40, 'availability': 40,
    # Of whom the block list knows a name.
    'uploader_id': 500, 'channel_id': 500, 'uploader_url': 2048, 'channel_url': 2048,
}


class Enough(Exception):
    """A search has asked the platform as often as it may."""


def project_list(info, max_entries, skip=0):
    """Returns entries of a list as the extractor gave it, each reduced to what a row shows; `entries` may be lazy."""
    kind = project.kind_of(info) if isinstance(info, dict) else 'unknown'
    if kind != 'playlist':
        return {'_type': kind, 'refused': True}
    entries, total = project.take(info.get('entries'), max_entries, skip)
    count = info.get('playlist_count')
    counted = count if isinstance(count, int) and not isinstance(count, bool) and 0 <= count < 1_000_000 else None
    budget = project.SizeBudget(MAX_LIST_BYTES)
    out = {
        '_type': 'playlist',
        **project.texts_of(info, LIST_TEXTS),
        'entries': [_list_entry(entry, budget) for entry in entries],
        'n_entries': total,
    }
    return out if counted is None else {**out, 'playlist_count': counted}


def project_results(info, max_entries):
    """Returns the results of a search likewise. They are fetched while they are read, so that this raises if none came because of a failure."""
    kind = project.kind_of(info) if isinstance(info, dict) else 'unknown'
    if kind != 'playlist':
        return {'_type': kind, 'refused': True}
    entries = []
    try:
        entries.extend(islice(info['entries'], max_entries))
    except Enough:
        pass
    except Exception:
        if not entries:
            raise  # else the first page is enough
    budget = project.SizeBudget(MAX_LIST_BYTES)
    return {'_type': 'playlist', 'entries': [_list_entry(entry, budget) for entry in entries]}


def _list_entry(entry, budget):
    if not isinstance(entry, dict):
        return None
    out = {**project.texts_of(entry, ENTRY_TEXTS), **project.numbers_of(entry, ('duration',)), 'thumbnails': project.thumbnails_of(entry, budget)}
    return out if budget.fits(out) else None
