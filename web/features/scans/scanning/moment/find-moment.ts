/** Loads facts about a find from GET /api/finds/{cardId}. */
import { FindMoment } from '#schema/scans/find.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { createOnDemand } from '#web/lib/create-on-demand.ts';
import { getLanguage } from '#web/lib/words/words.ts';

/** Loads facts about a find after the scan result is shown. The two components that use these facts share one request. */
export function useFindMoment(cardId: string) {
  return useQuery(`/api/finds/${encodeURIComponent(cardId)}`, FindMoment);
}

const ordinals = createOnDemand(() => new Intl.PluralRules('en', { type: 'ordinal' }));
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** Formats an ordinal number: `1st`, `12th`, `23rd`. Other languages have the ending in their messages. */
export function ordinal(number: number): string {
  if (getLanguage() !== 'en') return String(number);
  return `${number}${endings[ordinals().select(number)] ?? 'th'}`;
}
