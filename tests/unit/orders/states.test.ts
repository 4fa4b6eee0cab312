import { expect, test } from 'vitest';
import { needsState, stateCode } from '#schema/states.ts';

test.each([
  ['US', 'California', 'CA'],
  ['US', ' new  york ', 'NY'],
  ['US', 'nc', 'NC'],
  ['US', 'N.C.', 'NC'],
  ['US', 'Washington, D.C.', 'DC'],
  ['US', 'Puerto Rico', 'PR'],
  ['CA', 'Québec', 'QC'],
  ['CA', 'ON', 'ON'],
  ['CA', 'Newfoundland', 'NL'],
])('in %s %j is %s', (country, written, code) => {
  expect(stateCode(country, written)).toBe(code);
});

test.each([
  ['US', ''],
  ['US', 'Calif'],
  ['US', 'Ontario'],
  ['CA', 'California'],
  ['US', 'constructor'],
  ['ES', 'Granada'],
])('in %s %j is no state', (country, written) => {
  expect(stateCode(country, written)).toBeUndefined();
});

test('only parcels to the US and Canada need a state', () => {
  expect(['US', 'CA', 'MX', 'toString'].map(needsState)).toEqual([true, true, false, false]);
});
