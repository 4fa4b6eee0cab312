/** The member's own data: mail preferences, and deleting the account. Product rules: A member's own data. */
import * as v from 'valibot';
import { currentPassword as currentPasswordRule, isoInstant, latitude, longitude } from '#schema/fields.ts';
import { watchRadiusKm } from '#schema/rules.ts';
import { digestFrequencies } from '#schema/scans/find.ts';

/** How often owners get a digest of finds. */
export const digestChoices = ['off', ...digestFrequencies] as const;
export type DigestChoice = (typeof digestChoices)[number];

/** Answer of GET and PATCH /api/preferences, and of whatever changes a part of them. */
export const Preferences = v.object({
  /** Reminders and news; what concerns money, security or one's own redemptions is always mailed. */
  wantsOptionalMail: v.boolean(),
  digest: v.picklist(digestChoices),
  /** Where the member wants to hear of new cards: rounded to about 1 km. Null: nowhere. */
  newCards: v.nullable(v.object({ latitude: v.number(), longitude: v.number(), radiusKm: v.number() })),
  /** False for accounts that only sign in through a provider. */
  hasPassword: v.boolean(),
  /** Until when this session counts as a fresh sign-in, which stands in for a password. */
  freshUntil: isoInstant,
});
export type Preferences = v.InferOutput<typeof Preferences>;

/** PATCH /api/preferences. */
export const PreferencesRequest = v.strictObject({ wantsOptionalMail: v.boolean('Please choose yes or no') });
export type PreferencesRequest = v.InferOutput<typeof PreferencesRequest>;

/** PUT /api/preferences/digest. */
export const DigestRequest = v.strictObject({ frequency: v.picklist(digestChoices, `Choose one of ${digestChoices.join(', ')}`) });
export type DigestRequest = v.InferOutput<typeof DigestRequest>;

const radiusMessage = `The radius is a whole number from ${watchRadiusKm.least} to ${watchRadiusKm.most} km`;

/** PUT /api/preferences/new-cards; DELETE ends them. */
export const NewCardsRequest = v.strictObject({
  latitude,
  longitude,
  radiusKm: v.pipe(
    v.number(radiusMessage),
    v.integer(radiusMessage),
    v.minValue(watchRadiusKm.least, radiusMessage),
    v.maxValue(watchRadiusKm.most, radiusMessage),
  ),
});
export type NewCardsRequest = v.InferOutput<typeof NewCardsRequest>;

/** What a member types to show that they mean it. */
export const deletionWord = 'DELETE';
const wordMissing = `Please type ${deletionWord} in capital letters`;
const confirmation = v.pipe(v.string(wordMissing), v.trim(), v.literal(deletionWord, wordMissing));
const currentPassword = currentPasswordRule('Please enter your current password');

/** POST /api/delete-account. Accounts without a password leave it out: a fresh sign-in stands in for it. */
export const DeleteAccountRequest = v.strictObject({ confirmation, currentPassword: v.optional(currentPassword) });
export type DeleteAccountRequest = v.InferOutput<typeof DeleteAccountRequest>;

/** The dialog of an account with a password, and of one without. */
export const DeleteAccountForm = v.object({ confirmation, currentPassword });
export const DeleteAccountFormWithoutPassword = v.object({ confirmation, currentPassword: v.string() });

/** Answer of POST /api/delete-account. */
export const DeletionResponse = v.object({ message: v.string(), erasedBy: isoInstant });
export type DeletionResponse = v.InferOutput<typeof DeletionResponse>;
