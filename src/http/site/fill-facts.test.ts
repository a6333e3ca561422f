import { describe, expect, it } from 'vitest';
import { fillFacts } from './fill-facts.ts';

const HOSTILE = `"><script>alert('1')</script>&`;

describe('a built text', () => {
  it.each([
    ['a fact', '<p>{{name}}</p>', '<p>Ann</p>'],
    ['an unknown fact as nothing', '<p>{{other}}</p>', '<p></p>'],
    ['a piece for a fact that is there', '{{#name}}by {{name}}{{/name}}.', 'by Ann.'],
    ['no piece for one that is not', '{{#other}}by {{other}}{{/other}}.', '.'],
    ['a piece for one that is not there', '{{^other}}by nobody{{/other}}.', 'by nobody.'],
    ['no such piece when it is', '{{^name}}by nobody{{/name}}.', '.'],
    ['pieces side by side', '{{#name}}a{{/name}}{{#name}}b{{/name}}', 'ab'],
    ['braces of other kinds', '{ {name} }', '{ {name} }'],
  ])('gets %s', (_what, text, filled) => {
    expect(fillFacts(text, { name: 'Ann' })).toBe(filled);
  });

  it('is never broken by a fact, in text or in an attribute', () => {
    expect(fillFacts('<a title="{{x}}">{{x}}</a>', { x: HOSTILE })).not.toMatch(/<script|"">|'/);
  });

  it('shows every sign of a fact', () => {
    const facts = { name: `"a" & <b> 'c'` };
    expect(fillFacts('{{name}}', facts)).toBe('&quot;a&quot; &amp; &lt;b&gt; &#39;c&#39;');
  });

  it('is never broken by a fact in data for search engines', () => {
    const page = '<script type="application/ld+json">{"name":"{{x}}"}</script>{{x}}';
    const filled = fillFacts(page, { x: HOSTILE });
    const [, json = ''] = /ld\+json">(.*?)<\/script>/.exec(filled) ?? [];
    expect(JSON.parse(json)).toEqual({ name: HOSTILE });
    expect(filled.match(/<script/g)).toHaveLength(1);
  });

  it('does not read facts as facts', () => {
    const facts = { a: '{{b}}', b: 'secret' };
    const data = '<script type="application/ld+json">"{{a}}"</script>';
    expect(fillFacts(`{{a}}${data}{{a}}`, facts)).toBe(
      `{{b}}${data.replace('{{a}}', '{{b}}')}{{b}}`,
    );
  });
});
