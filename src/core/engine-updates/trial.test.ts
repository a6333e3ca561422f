import { describe, expect, it } from 'vitest';
import type { CanaryOutcome, EngineFacts } from './ports.ts';
import { compareCanaries, faultOf } from './trial.ts';

const whole: EngineFacts = {
  version: '2026.09.01',
  missing: [],
  hasSolver: true,
  hasJsRuntime: true,
  canImpersonate: true,
  libraries: {},
  unsupported: [],
  unusable: [],
  tokenProviders: [],
};
const poor: EngineFacts = {
  version: '2026.08.19',
  missing: ['Threads'],
  hasSolver: false,
  hasJsRuntime: false,
  canImpersonate: false,
  libraries: {},
  unsupported: [],
  unusable: [],
  tokenProviders: [],
};

describe('an engine on trial', () => {
  it.each<[string, Partial<EngineFacts>, string | null]>([
    ['that can do all', {}, null],
    ['of another version than it should be', { version: '2026.08.19' }, 'wrong_version'],
    ['without an extractor', { missing: ['TikTok'] }, 'lacks_extractors'],
    ['without the scripts that solve', { hasSolver: false }, 'lacks_solver'],
    ['that takes no JavaScript runtime', { hasJsRuntime: false }, 'lacks_js_runtime'],
    ['that looks like no browser', { canImpersonate: false }, 'lacks_impersonation'],
  ])('%s', (_name, change, fault) => {
    expect(faultOf('2026.09.01', { ...whole, ...change }, whole)).toBe(fault);
  });

  it('may lack what the one in use lacks as well', () => {
    expect(faultOf('2026.09.01', { ...poor, version: '2026.09.01' }, poor)).toBeNull();
    const worse = { ...poor, version: '2026.09.01', missing: ['Threads', 'Twitter'] };
    expect(faultOf('2026.09.01', worse, poor)).toBe('lacks_extractors');
  });

  it('is tested on its own while the one in use does not run', () => {
    expect(faultOf('2026.09.01', { ...poor, version: '2026.09.01' }, null)).toBe(
      'lacks_extractors',
    );
    expect(faultOf('2026.09.01', { ...whole, canImpersonate: false }, null)).toBeNull();
  });
});

describe('canaries', () => {
  const run = (text: string): CanaryOutcome[] =>
    text.split(' ').map((word) => {
      const [platform, isGood] = [word.slice(0, -1), word.endsWith('+')];
      const code = isGood ? 'ok' : 'platform_changed';
      return { platform: platform as CanaryOutcome['platform'], code };
    });

  it.each<[string, string, readonly string[], readonly string[], boolean]>([
    ['all pass', 'youtube+ tiktok+', ['youtube+ tiktok+'], [], false],
    ['one is lost', 'youtube+ tiktok+', ['youtube+ tiktok-'], ['tiktok'], false],
    ['one of a platform is lost', 'youtube+ youtube+', ['youtube+ youtube-'], ['youtube'], false],
    ['one is lost, and passes the second time', 'youtube+', ['youtube-', 'youtube+'], [], false],
    ['one is lost twice', 'youtube+', ['youtube-', 'youtube-'], ['youtube'], false],
    ['one fails with both', 'youtube+ tiktok-', ['youtube+ tiktok-'], [], false],
    ['one is won', 'youtube-', ['youtube+'], [], false],
    ['none passes', 'youtube- tiktok-', ['youtube- tiktok-'], [], true],
    ['they were changed meanwhile', 'youtube+', ['youtube+ tiktok-'], [], true],
  ])('%s', (_name, current, candidate, lost, isInconclusive) => {
    expect(compareCanaries(run(current), candidate.map(run))).toEqual({ lost, isInconclusive });
  });
});
