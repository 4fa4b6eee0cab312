import { expect, test } from 'vitest';
import { emptyFields, fillFields, type ReplyFieldValues, unknownFields } from '#schema/messages/saved-replies.ts';
import { searchWords } from '#worker/domain/messages/search-words.ts';

const values: ReplyFieldValues = {
  'first name': 'Gus',
  name: 'Gus Geocacher',
  email: 'gus@example.test',
  card: null,
  order: '#4',
  certificate: null,
  tokens: '12',
  tier: 'Basic',
  'my name': 'Ada',
};

test('fields are replaced with their values, and fields without a value stay visible', () => {
  const text = fillFields('Hi {first name}, {Card} and { order }. {card}! {not a field} {my name}', values);
  expect(text).toBe('Hi Gus, {Card} and #4. {card}! {not a field} Ada');
  expect(emptyFields(text)).toEqual(['{Card}', '{card}']);
  expect(unknownFields(text)).toEqual(['{not a field}']);
});

test('a value that looks like a field is not filled in again', () => {
  expect(fillFields('{name}', { ...values, name: '{email}' })).toBe('{email}');
});

test('search words have no case and no accents, and each letter of Chinese and Japanese is a word', () => {
  expect(searchWords('Şahin’s Mühle, MÜHLE! TC-0000001 日本')).toEqual(['sahin', 's', 'muhle', 'tc', '0000001', '日', '本']);
});

test('search words are limited in number, length and letters, however many letters a character decomposes into', () => {
  const numbers = Array.from({ length: 500 }, (_, index) => String(index));
  expect(searchWords(numbers.join(' '))).toEqual(numbers.slice(0, 400));
  expect(searchWords('x'.repeat(41))).toEqual(['x'.repeat(40)]);
  expect(searchWords(`${'repeated '.repeat(550)}last`)).toEqual(['repeated', 'last']);
  const hangul = Array.from({ length: 380 }, (_, index) => `${String.fromCodePoint(0xac01 + index)}${'각'.repeat(12)}`);
  const words = searchWords(hangul.join(' '));
  expect(words[0]).toBe(hangul[0]?.normalize('NFKD'));
  expect(words.join('').length).toBeGreaterThan(3_900);
  expect(words.join('').length).toBeLessThanOrEqual(4_000);
});
