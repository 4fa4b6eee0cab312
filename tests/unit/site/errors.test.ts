import { expect, test } from 'vitest';
import { type ErrorCode, errorCatalogue, errorMessage } from '#schema/errors.ts';

const entries = Object.entries(errorCatalogue) as [ErrorCode, readonly [number, string]][];

test.each(entries)('%s is worded in at most 20 words', (_, [status, wording]) => {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(wording.split(/\s+/).length).toBeLessThanOrEqual(20);
});

test('parameters are filled in, numbers with separators, waiting times in words', () => {
  expect(errorMessage('too_few_tokens', { missing: 1_200 })).toBe('Need 1,200 more');
  expect(errorMessage('too_many_sign_ups', {}, 90)).toContain('try again in 2 minutes.');
  expect(errorMessage('too_many_sign_ups', {}, 7_100)).toContain('try again in 2 hours.');
  expect(errorMessage('too_many_sign_ups')).toContain('try again later.');
});
