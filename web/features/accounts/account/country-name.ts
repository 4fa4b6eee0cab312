import { createOnDemand } from '#web/lib/create-on-demand.ts';
import { getLanguage } from '#web/lib/words/words.ts';

const names = createOnDemand(() => new Intl.DisplayNames(getLanguage(), { type: 'region' }));

export function countryName(code: string): string {
  return names().of(code) ?? code;
}
