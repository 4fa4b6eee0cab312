import { getLanguage } from '#web/lib/words/words.ts';

let names: Intl.DisplayNames | undefined;

export function countryName(code: string): string {
  names ??= new Intl.DisplayNames(getLanguage(), { type: 'region' });
  return names.of(code) ?? code;
}
