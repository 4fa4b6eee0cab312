/** Preferences, account deletion and other requests about a member's own data. Product rules: A member's own data. */
import * as v from 'valibot';
import { currentPassword as currentPasswordRule, isoInstant } from '#schema/fields.ts';
import { latitude, longitude } from '#schema/finding/place-fields.ts';
import { type Language, languages } from '#schema/languages.ts';
import { Notifications } from '#schema/messages/notifications.ts';
import { watchRadiusKm } from '#schema/rules.ts';
import { digestFrequencies } from '#schema/scans/find.ts';

export const digestChoices = ['off', ...digestFrequencies] as const;
export type DigestChoice = (typeof digestChoices)[number];

/** Response of GET and PATCH /api/preferences, and of the endpoints that change individual preferences. */
export const Preferences = v.object({
  /** Whether to send optional email, such as reminders and news. Email about money, security or redemptions is always sent. */
  wantsOptionalMail: v.boolean(),
  digest: v.picklist(digestChoices),
  /** Language of emails and push notifications, and those that can be chosen. */
  language: v.string(),
  languages: v.array(v.string()),
  /** Area in which new cards are announced, rounded to about 1 km; null if turned off. */
  newCards: v.nullable(v.object({ latitude: v.number(), longitude: v.number(), radiusKm: v.number() })),
  notifications: Notifications,
  /** False for accounts that can only sign in through a provider. */
  hasPassword: v.boolean(),
  /** Until this time, the member can confirm changes without a password because they signed in recently. */
  freshUntil: isoInstant,
});
export type Preferences = v.InferOutput<typeof Preferences>;

export const PreferencesRequest = v.strictObject({ wantsOptionalMail: v.boolean('Please choose yes or no') });
export type PreferencesRequest = v.InferOutput<typeof PreferencesRequest>;

/** Body of PUT /api/preferences/language. */
export const LanguageRequest = v.strictObject({
  language: v.picklist(
    ['en', ...(Object.keys(languages) as (keyof typeof languages)[])] satisfies Language[],
    'Choose a language from the list',
  ),
});
export type LanguageRequest = v.InferOutput<typeof LanguageRequest>;

export const DigestRequest = v.strictObject({ frequency: v.picklist(digestChoices, `Choose one of ${digestChoices.join(', ')}`) });
export type DigestRequest = v.InferOutput<typeof DigestRequest>;

const radiusMessage = `The radius must be a whole number from ${watchRadiusKm.least} to ${watchRadiusKm.most} km`;

/** Body of PUT /api/preferences/new-cards, which sets the area in which new cards are announced. DELETE turns announcements off. */
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

export const deletionWord = 'DELETE';
const deletionWordMessage = `Please type ${deletionWord} in capital letters`;
const confirmation = v.pipe(v.string(deletionWordMessage), v.trim(), v.literal(deletionWord, deletionWordMessage));
const currentPassword = currentPasswordRule('Please enter your current password');

/** Body of POST /api/delete-account. Accounts without a password omit `currentPassword` and need a recent sign-in instead. */
export const DeleteAccountRequest = v.strictObject({ confirmation, currentPassword: v.optional(currentPassword) });
export type DeleteAccountRequest = v.InferOutput<typeof DeleteAccountRequest>;

export const DeleteAccountForm = v.object({ confirmation, currentPassword });
export const DeleteAccountFormWithoutPassword = v.object({ confirmation, currentPassword: v.string() });

export const DeletionResponse = v.object({ message: v.string(), erasedBy: isoInstant });
export type DeletionResponse = v.InferOutput<typeof DeletionResponse>;
