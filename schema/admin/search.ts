/** GET /api/admin/search: one box over everything. Product rules: Administrators. */
import * as v from 'valibot';
import { searchMaxLength } from '#schema/rules.ts';

export const searchPath = '/api/admin/search';

/** `ids`: what the text names exactly, by an index. `texts`: that, then beginnings of names, and the texts of the newest cards and messages. */
const searchSteps = ['ids', 'texts'] as const;
export type SearchStep = (typeof searchSteps)[number];

export const SearchQuery = v.looseObject({
  q: v.pipe(
    v.string('Say what to look for'),
    v.trim(),
    v.minLength(1, 'Say what to look for'),
    v.check((text) => [...text].length <= searchMaxLength, `Search for at most ${searchMaxLength} characters`),
  ),
  in: v.optional(v.picklist(searchSteps, `Search in one of ${searchSteps.join(', ')}`), 'ids'),
});

const searchResultKinds = ['member', 'card', 'order', 'certificate', 'claim', 'message', 'payment', 'run', 'event'] as const;
export type SearchResultKind = (typeof searchResultKinds)[number];

/** What of it is what was looked for. */
export const foundBy = [
  'number',
  'card_id',
  'certificate_number',
  'email',
  'paypal_address',
  'username',
  'referral_code',
  'reference',
  'tracking',
  'stripe',
  'name',
  'text',
] as const;
export type FoundBy = (typeof foundBy)[number];

export const SearchResult = v.object({
  kind: v.picklist(searchResultKinds),
  /** By which its tab opens it. */
  id: v.string(),
  by: v.picklist(foundBy),
  /** A name: the member's, the writer's, the card's place, a certificate's number, a payment's reference. */
  name: v.nullable(v.string()),
  /** Whose it is. */
  email: v.nullable(v.string()),
  /** How it stands; of a member, the tier. */
  state: v.nullable(v.string()),
});
export type SearchResult = v.InferOutput<typeof SearchResult>;
/** Best match first, without duplicates. */
export const SearchResultList = v.array(SearchResult);
