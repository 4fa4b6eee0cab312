/** Card management for administrators. Product rules: Administrators. */
import * as v from 'valibot';
import { Change, version } from '#schema/admin/change.ts';
import { cardStatuses, scanSources } from '#schema/cards/card.ts';
import { reportAnswers } from '#schema/cards/report-answer.ts';
import { claimStatuses } from '#schema/claims/claim.ts';
import { email } from '#schema/email-address.ts';
import { isoInstant, optionalLines, optionalText, placementTextMaxLength, requiredLines } from '#schema/fields.ts';
import { latitude, longitude } from '#schema/finding/place-fields.ts';

const text = v.nullable(v.string());
const nullableInstant = v.nullable(isoInstant);
const member = v.object({ id: v.number(), email: v.string() });

/** Response of GET /api/admin/cards. Never includes the card's secret code. */
export const AdminCard = v.object({
  id: v.number(),
  cardId: v.string(),
  status: v.picklist(cardStatuses),
  location: text,
  totalScans: v.number(),
  createdAt: isoInstant,
  userInfo: v.optional(member),
  isTest: v.boolean(),
  /** Optimistic lock. Every change must send the version it is based on. */
  version: v.number(),
});
export type AdminCard = v.InferOutput<typeof AdminCard>;
export const AdminCardList = v.array(AdminCard);

const find = v.object({
  id: v.number(),
  finder: member,
  scanDate: isoInstant,
  kind: v.picklist(['rewarded', 'unpaid', 'own']),
  tokensEarned: v.number(),
  source: v.picklist(scanSources),
  codeWasRight: v.boolean(),
  log: text,
  /** The active group decision that revoked the reward for this find, and its review case. */
  takenBackBy: v.nullable(v.object({ decisionId: v.number(), review: v.nullable(v.object({ id: v.number(), number: v.string() })) })),
});
const report = v.object({
  id: v.number(),
  reporter: member,
  createdAt: isoInstant,
  closedAt: nullableInstant,
  isCounted: v.boolean(),
  answer: v.nullable(v.picklist(reportAnswers)),
});
const claim = v.object({ id: v.number(), claimant: member, status: v.picklist(claimStatuses), createdAt: isoInstant });

/** Response of GET /api/admin/cards/:cardId. Each list contains only its newest rows. */
export const AdminCardDetails = v.object({
  card: v.object({
    ...AdminCard.entries,
    description: text,
    latitude: v.nullable(v.number()),
    longitude: v.nullable(v.number()),
    placedDate: nullableInstant,
    placementAt: nullableInstant,
    placementConfirmedAt: nullableInstant,
    tokensEarned: v.number(),
  }),
  order: v.nullable(v.object({ id: v.number(), status: v.string(), quantity: v.nullable(v.number()), paidAt: nullableInstant })),
  printOrder: v.nullable(
    v.object({ id: v.number(), reference: v.string(), environment: v.string(), status: v.string(), tracking: text, statusAt: isoInstant }),
  ),
  finds: v.array(find),
  reports: v.array(report),
  claims: v.array(claim),
  changes: v.array(Change),
});
export type AdminCardDetails = v.InferOutput<typeof AdminCardDetails>;

const ownerEmail = v.pipe(
  v.nullable(v.string('ownerEmail must be text')),
  v.transform((value) => value?.trim() || null),
  v.nullable(email('Please enter a valid email address')),
);

const editEntries = {
  location: v.unwrap(optionalText('Location')),
  description: v.unwrap(optionalLines('Description', placementTextMaxLength)),
  latitude: v.nullable(latitude),
  longitude: v.nullable(longitude),
  ownerEmail,
};
type Coordinates = { latitude: number | null; longitude: number | null };
const areCoordinatesComplete = ({ latitude, longitude }: Coordinates) => (latitude === null) === (longitude === null);
const coordinatesMessage = 'Enter both latitude and longitude, or neither';

/** Body of PUT /api/admin/cards/:cardId, which returns the `AdminCard`. */
export const EditCardRequest = v.pipe(
  v.strictObject({ version, ...editEntries }),
  v.forward(v.partialCheck([['latitude'], ['longitude']], areCoordinatesComplete, coordinatesMessage), ['longitude']),
);
export type EditCardRequest = v.InferOutput<typeof EditCardRequest>;

export const EditCardForm = v.pipe(
  v.object(editEntries),
  v.forward(v.partialCheck([['latitude'], ['longitude']], areCoordinatesComplete, coordinatesMessage), ['longitude']),
);
export type EditCardForm = v.InferOutput<typeof EditCardForm>;

const statusEntries = {
  status: v.picklist(cardStatuses, `Choose one of ${cardStatuses.join(', ')}`),
  reason: optionalLines('Reason', 200),
};

/** Body of POST /api/admin/cards/:cardId/status, which returns the `AdminCard`. */
export const CardStatusRequest = v.strictObject({ version, ...statusEntries });
export type CardStatusRequest = v.InferOutput<typeof CardStatusRequest>;

export const CardStatusForm = v.object(statusEntries);
export type CardStatusForm = v.InferOutput<typeof CardStatusForm>;

export const ReplaceCardForm = v.object({ reason: requiredLines('Please enter a reason', 200) });

/** Body of POST /api/admin/cards/:cardId/replace, which assigns a new code, invalidates the old one and returns the `AdminCard`. */
export const ReplaceCardRequest = v.strictObject({ version, ...ReplaceCardForm.entries });
export type ReplaceCardRequest = v.InferOutput<typeof ReplaceCardRequest>;
