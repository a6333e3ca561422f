// What yt-dlp reports about a format besides its figures, as it writes it for YouTube and others.
import { describe, expect, it } from 'vitest';
import { aContext } from '../../../../tests/support/engine/engine-answers.ts';
import type { Track } from '../../../shared/media/media.ts';
import { readInfo } from './read-info.ts';

function trackOf(format: Readonly<Record<string, unknown>>, extractor = 'Youtube'): Track {
  const media = { url: 'https://cdn.test/x', protocol: 'https', ext: 'mp4', vcodec: 'vp9' };
  const formats = [{ ...media, acodec: 'none', format_id: '1', ...format }];
  const info = { id: 'x', title: 't', extractor_key: extractor, duration: 10, formats };
  const context = { ...aContext, expectedExtractors: [extractor] };
  const track = readInfo(info, context).inspection.items[0]?.tracks[0];
  if (!track) throw new Error('no track');
  return track;
}

describe('what the platform reports against a format', () => {
  it.each([
    [{ format_id: '248-sr', format_note: '1080p, AI-upscaled' }, ['upscaled']],
    [{ format_id: '399-sr' }, ['upscaled']],
    [{ format_id: '248', format_note: '1440p, upscaled' }, ['upscaled']],
    [{ format_id: '137', format_note: '1080p, DAMAGED', preference: -10 }, ['damaged']],
    [{ format_id: '137', preference: -10 }, ['damaged']],
    [{ format_id: '137', format_note: '1080p, DAMAGED' }, ['damaged']],
    [{ format_id: '251-drc', format_note: 'medium, DRC' }, ['drc']],
    [{ format_id: '140-drc-1', format_note: 'English, medium' }, ['drc']],
    [{ format_id: '251-vb', format_note: 'medium' }, ['voiceBoost']],
    [{ format_id: '251', format_note: 'English original, medium, Voice Boost' }, ['voiceBoost']],
    [{ format_id: '248-sr', format_note: 'DAMAGED, DRC' }, ['upscaled', 'damaged', 'drc']],
    // Language tags and other names that are only similar.
    [{ format_id: 'audio-sr', format_note: 'sr' }, []],
    [{ format_id: '140-0', format_note: 'undamaged' }, []],
    [{ format_id: '17', preference: -2 }, []],
    [{ format_id: '22', source_preference: -5 }, []],
    [{ format_id: '1', preference: 'x', format_note: 7 }, []],
  ])('of %j is %j', (format, caveats) => {
    expect(trackOf(format).caveats).toEqual(caveats);
  });

  it('does not follow from how little yt-dlp prefers it on other platforms', () => {
    const format = { format_id: 'bytevc2', preference: -100, format_note: 'UNPLAYABLE' };
    expect(trackOf(format, 'TikTok').caveats).toEqual([]);
  });
});

it.each([
  [{}, { preference: -1, quality: -1, source: -1 }],
  [
    { preference: -10, quality: 8.5, source_preference: 99 },
    { preference: -10, quality: 8.5, source: 99 },
  ],
  [
    { preference: 1e9, quality: '8', source_preference: Number.NaN },
    { preference: -1, quality: -1, source: -1 },
  ],
])('the rating of %j is bounded', (format, rating) => {
  expect(trackOf(format).rating).toEqual(rating);
});
