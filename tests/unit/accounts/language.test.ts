import { expect, test } from 'vitest';
import { languages } from '#schema/languages.ts';
import { listOfferedLanguages, preferredLanguage } from '#worker/domain/accounts/language.ts';

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-FR, fr;q=0.9, en;q=0.5, de;q=0.7', 'de'],
  ['en-US,en;q=0.9,de;q=0.8', 'en'],
  ['de;q=0, en', 'en'],
  ['DE', 'de'],
  ['*', 'en'],
  ['fr', 'en'],
  [';;q=x,,', 'en'],
  [undefined, 'en'],
])('a browser that sends %s prefers %s', (header, language) => {
  expect(preferredLanguage(header, ['en', 'de'])).toBe(language);
  expect(preferredLanguage(header, ['en'])).toBe('en');
});

test.each(['pt-BR,pt;q=0.9', 'pt-PT', 'pt'])('a browser that sends %s prefers Brazilian Portuguese if it is offered', (header) => {
  expect(preferredLanguage(header, ['en', 'pt-br' as 'de'])).toBe('pt-br');
});

test('production offers English and complete translations only', () => {
  const complete = Object.entries(languages).flatMap(([code, { isOffered }]) => (isOffered ? [code] : []));
  expect(listOfferedLanguages({ environment: 'production' })).toEqual(['en', ...complete]);
  expect(listOfferedLanguages({ environment: 'development' })).toEqual(['en', ...Object.keys(languages)]);
});
