// engine/project.py: what it sends stays below its limit in bytes.
import { describe, expect, it } from 'vitest';
import { runPython } from '../../../../tests/support/engine/engine-answers.ts';

type Answer = { readonly formats?: readonly Record<string, unknown>[] };

/** Runs Python statements that define a dict `info`; returns its projection and the projection's size as sent. */
function fromPython(statements: string): { answer: Answer; bytes: number } {
  const program = `
import json, sys
sys.path.insert(0, 'engine')
import project
${statements}
line = json.dumps(project.project(info), allow_nan=False)
print(json.dumps({'bytes': len(line), 'answer': json.loads(line) if len(line) < 1000000 else {}}))
`;
  return JSON.parse(runPython(program)) as { answer: Answer; bytes: number };
}

describe('project', () => {
  it.each([
    [
      'a film of five hundred formats with twenty thousand fragments',
      `fragments = [{'url': 'https://cdn.test/' + 'f' * 80 + str(n), 'duration': 2.0} for n in range(20000)]
info = {'id': 'x', 'formats': [{'url': 'https://cdn.test/%d' % n, 'fragments': fragments} for n in range(500)]}`,
    ],
    [
      'fifty items that are as long as they can be',
      `long = '\\U0001f600' * 30000
address = 'https://cdn.test/' + 'a' * 16000
rows = [{'url': address, 'ext': long, 'name': long}] * 20
entry = {'id': long, 'title': long, 'description': long, 'uploader': long, 'formats': [{'url': address, 'format_note': long}] * 500,
  'subtitles': {str(n): rows for n in range(300)}, 'automatic_captions': {str(n): rows for n in range(300)},
  'chapters': [{'title': long}] * 300, 'thumbnails': [{'url': address}] * 20}
info = {**entry, '_type': 'playlist', 'entries': [entry] * 60}`,
    ],
  ])('sends less than eight megabytes for %s', (_, statements) => {
    const { bytes } = fromPython(statements);
    expect(bytes).toBeLessThan(8_000_000);
    expect(bytes).toBeGreaterThan(100_000);
  });

  it('keeps the best formats, which come last, when not all fit', () => {
    const { answer } = fromPython(`
big = [{'url': 'https://cdn.test/' + 'f' * 90, 'duration': 2.0}] * 20000
formats = [{'format_id': str(n), 'url': 'https://cdn.test/%d' % n, 'fragments': big} for n in range(10)]
info = project.project({'id': 'x', 'formats': formats})
info = {'id': 'x', 'formats': [{**one, 'fragments': None} for one in info['formats']]}
`);
    expect(answer.formats?.map(({ format_id }) => format_id)).toEqual(['8', '9']);
  });
});
