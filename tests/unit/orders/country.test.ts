import { expect, test } from 'vitest';
import { countryCode } from '#schema/country.ts';

test.each([
  ['US', 'US'],
  ['us', 'US'],
  [' united  states ', 'US'],
  ['USA', 'US'],
  ['United Kingdom', 'GB'],
  ['UK', 'GB'],
  ['Scotland', 'GB'],
  ['germany', 'DE'],
  ['Côte d’Ivoire', 'CI'],
  ['Hong Kong', 'HK'],
  ['Czech Republic', 'CZ'],
  ['New Zealand', 'NZ'],
])('%j is %s', (written, code) => {
  expect(countryCode(written)).toBe(code);
});

test.each([
  '',
  '  ',
  'Middle Earth',
  'ZZ',
  'European Union',
  'Deutschland, Bayern',
  '12',
])('%j is no country that can be identified', (written) => {
  expect(countryCode(written)).toBeUndefined();
});
