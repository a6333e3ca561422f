import { expect, it } from 'vitest';
import later from '../../../../content/locales/en/later.json' with { type: 'json' };
import { AUDIT_ACTIONS } from '../../../core/operators/audit.ts';
import { actionText } from './action-text.ts';

const known: Readonly<Record<string, string>> = later['audit-log'];
const t = (key: string) => known[key.replace('audit-log.', '')] ?? '';

it.each(AUDIT_ACTIONS)('%s has words of its own', (action) => {
  expect(actionText(action, { t })).toMatch(/^[A-Z].{3}/);
});

it('keeps the name of an unknown action', () => {
  expect(actionText('something_else', { t })).toBe('something_else');
  expect(actionText('constructor', { t })).toBe('constructor');
});
