import { expect, test } from 'vitest';
import { isCorrection } from '#worker/domain/stays/traveler-correction.ts';

const entered = { fullName: 'Florence Nightingale', birthDate: '1990-03-12' };

test.each([
  ['two letters', { fullName: 'Florense Nightingal' }],
  ['a missing middle name', { fullName: 'Florence Anne Nightingale' }],
  ['the order of the names', { fullName: 'Nightingale, Florence' }],
  ['the year of birth', { birthDate: '1991-03-12' }],
  ['a swapped month and day', { birthDate: '1990-12-03' }],
])('is a correction of %s', (_, change) => {
  expect(isCorrection(entered, { ...entered, ...change })).toBe(true);
});

test.each([
  ['a name', { fullName: 'Zebulon Quartermaine' }],
  ['a family name', { fullName: 'Florence Quartermaine' }],
  ['three letters', { fullName: 'Florense Nichtingal' }],
  ['most of the birth date', { birthDate: '1991-04-12' }],
])('names another person with another %s', (_, change) => {
  expect(isCorrection(entered, { ...entered, ...change })).toBe(false);
});

test('short names allow fewer typos', () => {
  expect(isCorrection({ ...entered, fullName: 'Bo Wu' }, { ...entered, fullName: 'An Wu' })).toBe(false);
});
