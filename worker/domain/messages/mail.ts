import { languageName } from '#schema/languages.ts';
import type { ShippingAddress } from '#schema/orders/shipping-address.ts';
import { describeAddress } from '#worker/domain/orders/parcel.ts';
import { utcDay } from '#worker/domain/time.ts';

/** Emails to administrators, the operator and our office, which only super administrators may read. All others go to members and visitors. */
export const officeTemplates = [
  'admin_email_changed',
  'admin_reset_password',
  'admin_password_reset',
  'admin_password_changed',
  'admin_factor_changed',
  'super_admin_changed',
  'payout_run_waits',
  'payout_gifts_wait',
  'payout_run_canceled',
  'large_gift',
  'many_cards_given',
  'member_email_changed',
  'member_favored',
  'hold_ended',
  'second_look_raised',
  'dispute_raised',
  'alarm_began',
  'alarm_over',
  'contact_message',
] as const;

export type MailTemplate =
  | (typeof officeTemplates)[number]
  | 'welcome'
  | 'verify_email'
  | 'confirm_email_change'
  | 'email_change_requested'
  | 'email_was_changed'
  | 'account_recovered'
  | 'password_changed'
  | 'provider_linked'
  | 'account_taken_over'
  | 'reset_password'
  | 'passkey_added'
  | 'sign_in_removed'
  | 'purchase'
  | 'renewal'
  | 'renewal_notice'
  | 'renewal_failed'
  | 'grace_ending'
  | 'membership_cancelled'
  | 'membership_resumed'
  | 'membership_ended'
  | 'membership_granted'
  | 'card_changed'
  | 'refund'
  | 'refund_failed'
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost'
  | 'account_deletion'
  | 'account_suspended'
  | 'account_let_back'
  | 'signed_out'
  | 'profile_changed'
  | 'language_changed'
  | 'certificate_issued'
  | 'certificate_reminder'
  | 'certificate_expired'
  | 'certificate_cancelled'
  | 'certificate_passed'
  | 'certificate_refused'
  | 'certificate_question'
  | 'certificate_returned'
  | 'traveler_entered'
  | 'stay_offered'
  | 'offer_expired'
  | 'stay_booked'
  | 'stay_withdrawn'
  | 'stay_canceled'
  | 'stay_taken_back'
  | 'stay_reminder'
  | 'stay_question'
  | 'stay_missed'
  | 'stay_settled'
  | 'stay_expired'
  | 'booking_made'
  | 'claim_decided'
  | 'card_claimed'
  | 'card_left'
  | 'card_missing'
  | 'card_reported'
  | 'card_replaced'
  | 'card_disabled'
  | 'card_taken_off'
  | 'card_code_downloaded'
  | 'card_edited'
  | 'cards_made_anew'
  | 'cards_shipped'
  | 'cards_resent'
  | 'order_address_changed'
  | 'card_digest'
  | 'new_cards'
  | 'put_on_map'
  | 'thanks'
  | 'contact_answer'
  | 'contact_attachment'
  | 'commission_earned'
  | 'commission_reversed'
  | 'commission_restored'
  | 'chest_opened'
  | 'tokens_adjusted'
  | 'payout_paid'
  | 'payout_returned'
  | 'payout_address_wanted'
  | 'confirm_payout_address'
  | 'payout_address_requested'
  | 'payout_address_added'
  | 'payout_address_changed';
export type MailedPurpose =
  | 'verify_email'
  | 'change_email'
  | 'stop_email_change'
  | 'reset_password'
  | 'confirm_payout_address'
  | 'secure_account'
  | 'remove_payout_address';
/** The link that cancels a pending email change can also undo the completed change later. */
export type LinkPurpose = MailedPurpose | 'undo_email_change';

/** The link's token is derived from the Message-ID and a secret; the database stores only its hash. */
export interface LinkedMailId {
  messageId: string;
  tokenHash: string;
}

export interface Mail {
  template: MailTemplate;
  to: string;
  payload: Record<string, string | null>;
  link?: LinkedMailId & { purpose: MailedPurpose; email: string };
  /** Deduplication key, unique per event. */
  cause?: string;
}

export interface Addressee {
  email: string;
  firstName: string | null;
}

export function personalMail({ email, firstName }: Addressee, template: MailTemplate, payload: Mail['payload'] = {}): Mail {
  return { template, to: email, payload: { firstName, ...payload } };
}

function linkedMail(
  member: Addressee,
  id: LinkedMailId,
  template: MailTemplate,
  purpose: MailedPurpose,
  payload: Mail['payload'] = {},
): Mail {
  return { ...personalMail(member, template, payload), link: { ...id, purpose, email: member.email } };
}

export function welcomeMail(id: LinkedMailId, member: Addressee): Mail {
  return linkedMail(member, id, 'welcome', 'verify_email');
}

export function verifiedWelcomeMail(member: Addressee): Mail {
  return personalMail(member, 'welcome', { isVerified: 'yes' });
}

export function providerLinkedMail(id: LinkedMailId, member: Addressee, provider: string): Mail {
  return linkedMail(member, id, 'provider_linked', 'secure_account', { provider });
}

export function passkeyAddedMail(id: LinkedMailId, member: Addressee, passkey: string): Mail {
  return linkedMail(member, id, 'passkey_added', 'secure_account', { passkey });
}

/** Builds the email that warns the member, in case somebody else used their session to remove a passkey or a provider. */
export function signInRemovedMail(id: LinkedMailId, member: Addressee, removed: { passkey: string } | { provider: string }): Mail {
  return linkedMail(member, id, 'sign_in_removed', 'secure_account', removed);
}

/** Builds the email that warns the member, in case somebody else used their session to name the traveler. */
export function travelerEnteredMail(id: LinkedMailId, member: Addressee, number: string, isByUs = false): Mail {
  return linkedMail(member, id, 'traveler_entered', 'secure_account', { number, ...(isByUs && { isByUs: 'yes' }) });
}

/** Builds the email that warns the member, in case somebody else entered the address of a parcel that is already paid for. */
export function parcelAddressEnteredMail(id: LinkedMailId, member: Addressee, orderId: number, address: ShippingAddress): Mail {
  const payload = { order: String(orderId), address: describeAddress(address), bySession: 'yes' };
  return linkedMail(member, id, 'order_address_changed', 'secure_account', payload);
}

/** Builds the email that warns the member, in case somebody else used their session to change the name or address for deliveries. */
export function ownProfileChangedMail(id: LinkedMailId, member: Addressee, changes: string): Mail {
  return linkedMail(member, id, 'profile_changed', 'secure_account', { changes, bySession: 'yes' });
}

/**
 * Builds the email that warns the member, in case somebody else used their session to make later warnings unreadable. It is in the earlier
 * language, and sent at most once a day for each.
 */
export function languageChangedMail(
  id: LinkedMailId,
  member: Addressee & { id: number; language: string },
  newLanguage: string,
  now: number,
): Mail {
  const payload = { newLanguage: languageName(newLanguage), inLanguage: member.language };
  const cause = `language_changed:${member.id}:${utcDay(now)}:${member.language}`;
  return { ...linkedMail(member, id, 'language_changed', 'secure_account', payload), cause };
}

/** Builds the email that warns the account's own address of a request for a different payout address. */
export function payoutAddressRequestedMail(id: LinkedMailId, member: Addressee, newAddress: string): Mail {
  return linkedMail(member, id, 'payout_address_requested', 'secure_account', { newAddress });
}

/** Builds the email sent when a provider sign-in voids an earlier registration whose address was never verified. */
export function accountTakeoverMail(member: Addressee, provider: string): Mail {
  return personalMail(member, 'account_taken_over', { provider });
}

export function verifyEmailMail(id: LinkedMailId, member: Addressee): Mail {
  return linkedMail(member, id, 'verify_email', 'verify_email');
}

export function confirmEmailChangeMail(id: LinkedMailId, member: Addressee): Mail {
  return linkedMail(member, id, 'confirm_email_change', 'change_email');
}

/** Builds the email to the old, verified address. Its link cancels the email change, or undoes it later. */
export function emailChangeRequestedMail(id: LinkedMailId, member: Addressee, newEmail: string): Mail {
  return linkedMail(member, id, 'email_change_requested', 'stop_email_change', { newEmail });
}

export function confirmPayoutAddressMail(id: LinkedMailId, member: Addressee): Mail {
  return linkedMail(member, id, 'confirm_payout_address', 'confirm_payout_address');
}

/** Tells the old mailbox that an administrator moved the account, without a link: whoever reads it has to convince us. */
export function accountRecoveredMail(member: Addressee): Mail {
  return personalMail(member, 'account_recovered');
}

/** Builds the email about a password that was changed in a session, which may have been an intruder's. */
export function passwordChangedMail(id: LinkedMailId, member: Addressee): Mail {
  return linkedMail(member, id, 'password_changed', 'secure_account', { bySession: 'yes' });
}

export function adminPasswordResetMail(admin: Addressee): Mail {
  return personalMail(admin, 'admin_password_reset');
}

export function adminPasswordChangedMail(admin: Addressee): Mail {
  return personalMail(admin, 'admin_password_changed');
}

/** Builds the email about a changed second factor. `change` describes what changed, such as `The passkey “Desk” was added`. */
export function adminFactorChangedMail(admin: Addressee, change: string): Mail {
  return personalMail(admin, 'admin_factor_changed', { change });
}

/** Builds the email to the administrator's old address, so that someone with a stolen token cannot hide the change. */
export function adminEmailChangedMail(admin: Addressee & { id: number; version: number }, newEmail: string): Mail {
  return {
    ...personalMail(admin, 'admin_email_changed', { newEmail }),
    cause: `admin_email_changed:${admin.id}:${admin.version}`,
  };
}
