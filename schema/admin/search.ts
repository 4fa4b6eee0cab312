/** Query and response of GET /api/admin/search. Product rules: Administrators. */
import * as v from 'valibot';
import { searchMaxLength } from '#schema/rules.ts';

export const searchPath = '/api/admin/search';

/**
 * The admin search runs in two steps. `ids` is fast: it finds exact matches and the beginnings of names through indexes. `texts` also
 * searches the text of the newest cards and messages.
 */
const searchSteps = ['ids', 'texts'] as const;
export type SearchStep = (typeof searchSteps)[number];

export const SearchQuery = v.looseObject({
  q: v.pipe(
    v.string('Please enter a search term'),
    v.trim(),
    v.minLength(1, 'Please enter a search term'),
    v.check((text) => [...text].length <= searchMaxLength, `Search terms can have at most ${searchMaxLength} characters`),
  ),
  in: v.optional(v.picklist(searchSteps, `in must be one of ${searchSteps.join(', ')}`), 'ids'),
});

const searchResultKinds = ['member', 'card', 'order', 'certificate', 'claim', 'message', 'payment', 'run', 'dispute', 'event'] as const;
export type SearchResultKind = (typeof searchResultKinds)[number];

export const matchKinds = [
  'number',
  'card_id',
  'certificate_number',
  'email',
  'phone',
  'paypal_address',
  'username',
  'referral_code',
  'reference',
  'tracking',
  'stripe',
  'name',
  'text',
] as const;
export type MatchKind = (typeof matchKinds)[number];

export const SearchResult = v.object({
  kind: v.picklist(searchResultKinds),
  /** Id of the record that was found. The dashboard uses it to open the record in the tab for its kind. */
  id: v.string(),
  by: v.picklist(matchKinds),
  /** Name of the member or sender, location name of the card, certificate number, or payment reference. */
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  state: v.nullable(v.string()),
});
export type SearchResult = v.InferOutput<typeof SearchResult>;
export const SearchResultList = v.array(SearchResult);
