"""Runs every platform's extractor once on recorded answers, so that forked workers share its loaded code and compiled patterns.

rehearsal.json is written by lab/record-rehearsal.ts.
"""
import io
import json
import os

from yt_dlp.networking import Response
from yt_dlp.utils import YoutubeDLError


def rehearse(engine):
    """Returns the platforms whose look failed: their extractor may have changed since the recording, which costs time and nothing else."""
    with open(os.path.join(os.path.dirname(__file__), 'rehearsal.json'), encoding='utf-8') as file:
        looks = json.load(file)
    return [look['platform'] for look in looks if not _rehearse(engine, look)]


def _rehearse(engine, look):
    answers = iter(look['answers'])

    def urlopen(request):
        answer = next(answers, None)
        if answer is None:
            raise YoutubeDLError('nothing else was recorded')
        return Response(io.BytesIO(answer.encode()), getattr(request, 'url', request), {}, 200)

    engine.ydl.urlopen = urlopen
    try:
        engine.inspect(look['url'], look['platform'], 1)
    except Exception:
        return False
    finally:
        del engine.ydl.urlopen
        # Neither a recorded token nor a recorded player is passed on.
        engine.ydl._ies_instances.clear()
        engine.reset()
    return True
