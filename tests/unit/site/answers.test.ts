import { expect, test } from 'vitest';
import { answers, fillAnswer, findAnswer } from '#schema/answers.ts';

test.each(Object.entries(answers))('%s is found again in its sentence', (_, answer) => {
  const values = { email: 'ada.b+c@example.test', provider: 'Google' };
  const used = Object.fromEntries(Object.entries(values).filter(([name]) => answer.includes(`{${name}}`)));
  expect(findAnswer(fillAnswer(answer, values))).toEqual([answer, used]);
});

test('other text is no answer', () => {
  expect(findAnswer('Your account now uses .')).toBeUndefined();
  expect(findAnswer('Cache Card scanned successfully, twice')).toBeUndefined();
});
