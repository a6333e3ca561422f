// The alerts and the dashboard of deploy/: valid, tried, and about metrics that the product prints.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { createMetrics } from '../../src/adapters/metrics/prometheus.ts';
import { findTool, judge, ROOT, readDeploy, readYaml } from '../support/deploy/deploy-tools.ts';
import { startProduct } from '../support/product/product.ts';

type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
};
type Rules = { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
type RuleTests = {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string;
      readonly exp_alerts: readonly unknown[];
    }[];
    readonly input_series: readonly { readonly series: string }[];
  }[];
};
type Panel = {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly w: number };
  readonly targets: readonly { readonly expr: string }[];
};
type Dashboard = {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { name: string; query: unknown }[] };
};

const TOKEN = 'a-token-of-the-monitor';
/** What Prometheus adds to every series, or makes itself. */
const OF_PROMETHEUS = ['up', 'job', 'instance', 'le'];
const KEYWORDS = new Set('and or unless by on without ignoring group_left bool'.split(' '));

const [rules] = readYaml(readDeploy('prometheus/alerts.yaml')) as [Rules];
const [ruleTests] = readYaml(readDeploy('prometheus/alerts.test.yaml')) as [RuleTests];
const dashboard = JSON.parse(readDeploy('grafana/keepreel.json')) as Dashboard;
const alerts = rules.groups.flatMap((group) => group.rules);
const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** The names of metrics and labels in a PromQL expression. Functions are promtool's to judge. */
function namesIn(expression: string): string[] {
  const bare = expression.replace(/"[^"]*"/g, '""').replace(/\[[^\]]*\]/g, '');
  const words = bare.matchAll(/(?<!\w)[a-zA-Z_]\w*(?!\w)(?!\s*(?:\(|by\b|without\b))/g);
  return [...words].map(([word]) => word).filter((word) => !KEYWORDS.has(word));
}

let printed: Set<string>;
/** Names that the product does not print. */
const unknownIn = (expression: string) => namesIn(expression).filter((name) => !printed.has(name));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-monitoring-'));
  await cp(path.join(ROOT, 'deploy/prometheus'), folder, { recursive: true });
  const product = await startProduct({ METRICS_TOKEN: TOKEN });
  try {
    await product.app.inject('/healthz');
    const authorization = `Bearer ${TOKEN}`;
    const ask = () => product.app.inject({ url: '/metrics', headers: { authorization } });
    // The first answer counts the request before it, and the labels of attempts show once there is one.
    const texts = [(await ask()).body, (await ask()).body, await textOfOneAttempt()];
    printed = new Set([...OF_PROMETHEUS, ...texts.flatMap(printedIn)]);
  } finally {
    await product.close();
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function textOfOneAttempt(): Promise<string> {
  const metrics = createMetrics();
  const attempt = { platform: 'youtube', step: 'inspect', code: 'ok' } as const;
  metrics.attemptEnded({ ...attempt, durationMs: 1, bytes: 0, hour: 0 });
  metrics.storeAnswered({ operation: 'read', seconds: 1, hasFailed: false });
  metrics.fragmentsJoined('joined');
  metrics.egressAnswered('direct', 'youtube', 'ok');
  return metrics.text(async () => ({
    server: { version: '1.0.0', role: 'all' },
    downloads: {
      open: 0,
      running: 0,
      waiting: 0,
      mostRunning: 1,
      oldestWaitSeconds: 0,
      foundLost: 0,
    },
    hasRedis: null,
    workers: { busy: 0, idle: 0, queued: 0, restarts: 0 },
    files: null,
    engineVersion: '2026.08.19',
  }));
}

/** The names of metrics and labels in the text that /metrics answers. */
function printedIn(text: string): string[] {
  const metrics = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const labels = [...text.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
  return [...metrics, ...labels];
}

const promtool = (...args: string[]) => judge(findTool('promtool'), args);

describe('the alerts', () => {
  it('are accepted by Prometheus, and so is the sample of its settings', async () => {
    const { code, output } = await promtool('check', 'rules', path.join(folder, 'alerts.yaml'));
    expect([code, output]).toEqual([0, expect.stringContaining(`${alerts.length} rules found`)]);
    const settings = path.join(folder, 'prometheus.yaml');
    expect(await promtool('check', 'config', '--syntax-only', settings)).toMatchObject({ code: 0 });
  });

  it('fire when they should, and stay quiet beside it', async () => {
    const { code, output } = await promtool('test', 'rules', path.join(folder, 'alerts.test.yaml'));
    expect([code, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it('are all tried', () => {
    const fired = ruleTests.tests.flatMap(({ alert_rule_test: tried }) =>
      tried.filter(({ exp_alerts: expected }) => expected.length > 0).map((one) => one.alertname),
    );
    expect([...new Set(fired)].sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  });

  it.each(alerts)('$alert is about what the product prints', ({ expr, labels, annotations }) => {
    expect(unknownIn(expr)).toEqual([]);
    expect(labels['severity']).toMatch(/^(critical|warning|info)$/);
    expect(Object.keys(annotations)).toEqual(['summary', 'description']);
  });

  it('are tried on series that the product prints', () => {
    const series = ruleTests.tests.flatMap((one) => one.input_series.map((input) => input.series));
    expect(series.flatMap(unknownIn)).toEqual([]);
  });

  it.each([
    ['another bound', '> 0.05', '> 0.5'],
    ['another metric', 'keepreel_engine_restarts_total', 'keepreel_engine_starts_total'],
    ['a label that is lost', 'sum by (platform)', 'sum'],
    ['a word that is no function', 'changes(', 'change('],
  ])('would be found wrong with %s', async (_name, from, to) => {
    const good = await readFile(path.join(folder, 'alerts.yaml'), 'utf8');
    expect(good).toContain(from);
    try {
      await writeFile(path.join(folder, 'alerts.yaml'), good.replaceAll(from, to));
      expect((await promtool('test', 'rules', path.join(folder, 'alerts.test.yaml'))).code).toBe(1);
    } finally {
      await writeFile(path.join(folder, 'alerts.yaml'), good);
    }
  });
});

describe('the dashboard', () => {
  const titled = dashboard.panels.map((panel) => [panel.title, panel] as const);

  it.each(titled)('has in "%s" what the product prints', (_title, { targets, gridPos }) => {
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });

  it('asks in the language of Prometheus', async () => {
    const asRules = (list: readonly string[]) =>
      list.map((expr, index) => ({
        record: `panel:${index}`,
        expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
      }));
    const file = path.join(folder, 'dashboard.yaml');
    const check = async (list: readonly string[]) => {
      await writeFile(file, stringify({ groups: [{ name: 'panels', rules: asRules(list) }] }));
      return (await promtool('check', 'rules', file)).code;
    };
    expect(await check(expressions)).toBe(0);
    expect(await check([...expressions, 'sum by (rate(x[5m])'])).not.toBe(0);
  });

  it('has a place and a number for each panel, and a list for each variable', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const variables = expressions.flatMap((expr) =>
      [...expr.matchAll(/\$(?!__)(\w+)/g)].map(([, name]) => name),
    );
    const names = dashboard.templating.list.map(({ name }) => name);
    expect([...new Set(variables)].filter((name) => !names.includes(name ?? ''))).toEqual([]);
    const [, query = ''] = /"query":"label_values\((\w+)/.exec(JSON.stringify(dashboard)) ?? [];
    expect(printed).toContain(query);
  });

  it('shows every metric of the product that is no part of a histogram', () => {
    const shown = new Set([...expressions.flatMap(namesIn)]);
    const own = [...printed].filter((name) => /^(keepreel|process)_/.test(name));
    // A start time says nothing as a curve; the list of servers is made from it.
    const left = own.filter((name) => !/_(sum|count)$|_start_time_/.test(name) && !shown.has(name));
    expect(left).toEqual([]);
  });
});

describe('a name', () => {
  it.each([
    'keepreel_gone_total',
    'rate(keepreel_gone_total{job="keepreel"}[5m])',
    'sum by (colour) (keepreel_downloads)',
    'keepreel_downloads{colour="x"}',
    'keepreel_downloads and on (colour) up',
  ])('would be found unknown in %s', (expression) => {
    expect(unknownIn(expression)).toHaveLength(1);
  });
});
