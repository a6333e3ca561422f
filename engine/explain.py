"""Describes an exception so that failures can be distinguished, without advice for yt-dlp's command line."""
import re

MAX_MESSAGE = 500
MAX_COUNTRIES = 50
ADVICE = re.compile(r'[.,;:]?\s*(?:If it is not, then |You can )?use --(?:cookies|username|netrc|usenetrc).*', re.I | re.S)


def explain(error):
    """Returns {type, message, expected, httpStatus, cause, countries} of the root failure of an exception."""
    chain = _chain(error)
    main = next((one for one in chain if hasattr(one, 'orig_msg')), chain[0])
    http = next((one for one in chain if isinstance(getattr(one, 'status', None), int)), None)
    cause = getattr(main, 'cause', None) or next((one for one in chain if one is not main), None)
    message = str(getattr(main, 'orig_msg', None) or main).removeprefix('ERROR: ')
    countries = getattr(main, 'countries', None)
    return {
        'type': type(main).__name__,
        'message': ADVICE.sub('', message)[:MAX_MESSAGE],
        'expected': bool(getattr(main, 'expected', False)),
        'httpStatus': http and http.status,
        'cause': cause and type(cause).__name__,
        'countries': [str(code)[:20] for code in list(countries or ())[:MAX_COUNTRIES]],
    }


def _chain(error):
    """All exceptions behind `error`, nearest first, without yt-dlp's wrapper unless it is the only one."""
    found, todo = [], [error]
    while todo and len(found) < 20:
        one = todo.pop(0)
        if not isinstance(one, BaseException) or any(one is other for other in found):
            continue
        found.append(one)
        wrapped = getattr(one, 'exc_info', None)
        todo += [one.__cause__, getattr(one, 'cause', None), wrapped[1] if wrapped else None, one.__context__]
    return [one for one in found if type(one).__name__ != 'DownloadError'] or found[:1]
