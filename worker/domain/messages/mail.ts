/** Mails that follow from what members do. Their templates are filled with `payload` when they are delivered. */

export type MailTemplate =
  | 'welcome'
  | 'verify_email'
  | 'confirm_email_change'
  | 'email_change_requested'
  | 'password_changed'
  | 'provider_linked'
  | 'account_taken_over'
  | 'reset_password'
  | 'passkey_added'
  | 'admin_email_changed'
  | 'admin_reset_password'
  | 'admin_password_reset'
  | 'admin_factor_changed'
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
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost'
  | 'account_deletion'
  | 'account_suspended'
  | 'account_let_back'
  | 'certificate_issued'
  | 'certificate_reminder'
  | 'certificate_expired'
  | 'certificate_cancelled'
  | 'certificate_passed'
  | 'certificate_refused'
  | 'certificate_question'
  | 'booking_made'
  | 'booking_failed'
  | 'claim_decided'
  | 'card_left'
  | 'card_missing'
  | 'card_replaced'
  | 'cards_made_anew'
  | 'cards_shipped'
  | 'card_digest'
  | 'new_cards'
  | 'put_on_map'
  | 'contact_message'
  | 'contact_answer'
  | 'alarm_began'
  | 'alarm_over'
  | 'commission_earned'
  | 'chest_opened'
  | 'payout_paid'
  | 'payout_returned'
  | 'payout_address_wanted'
  | 'confirm_payout_address'
  | 'payout_address_changed';
/** What a link is mailed for. */
export type MailedPurpose = 'verify_email' | 'change_email' | 'stop_email_change' | 'reset_password' | 'confirm_payout_address';
/** What it is for: the one that calls a change off undoes it once it is made. */
export type LinkPurpose = MailedPurpose | 'undo_email_change';

/** How a mail is known; the token of its link follows from the Message-ID and a secret, and the database keeps its hash. */
export interface LinkedMailId {
  messageId: string;
  tokenHash: string;
}

export interface Mail {
  messageId: string;
  template: MailTemplate;
  to: string;
  payload: Record<string, string | null>;
  link?: { tokenHash: string; purpose: MailedPurpose; email: string };
  /** What it tells of: one mail a cause, however often that is noticed. */
  cause?: string;
}

interface Addressee {
  email: string;
  firstName: string | null;
}

/** Greets a new member and asks them to verify their address. */
export function welcomeMail({ messageId, tokenHash }: LinkedMailId, member: Addressee): Mail {
  return {
    messageId,
    template: 'welcome',
    to: member.email,
    payload: { firstName: member.firstName },
    link: { tokenHash, purpose: 'verify_email', email: member.email },
  };
}

/** Greets a new member whose address a provider has vouched for. */
export function verifiedWelcomeMail(messageId: string, member: Addressee): Mail {
  return { messageId, template: 'welcome', to: member.email, payload: { firstName: member.firstName, isVerified: 'yes' } };
}

/** Tells a member that a provider opens their account from now on. */
export function providerLinkedMail(messageId: string, member: Addressee, provider: string): Mail {
  return { messageId, template: 'provider_linked', to: member.email, payload: { firstName: member.firstName, provider } };
}

/** Tells a member that another passkey opens their account. */
export function passkeyAddedMail(messageId: string, member: Addressee, passkey: string): Mail {
  return { messageId, template: 'passkey_added', to: member.email, payload: { firstName: member.firstName, passkey } };
}

/** Tells an address that its owner has signed in through a provider, and what was registered with it before is void. */
export function accountTakeoverMail(messageId: string, member: Addressee, provider: string): Mail {
  return { messageId, template: 'account_taken_over', to: member.email, payload: { firstName: member.firstName, provider } };
}

/** Asks to verify an address that took the place of one which nobody had verified. */
export function verifyEmailMail(id: LinkedMailId, member: Addressee): Mail {
  return { ...welcomeMail(id, member), template: 'verify_email' };
}

/** Asks the address that an account is to move to: its link makes the change. */
export function confirmEmailChangeMail({ messageId, tokenHash }: LinkedMailId, member: Addressee): Mail {
  return {
    messageId,
    template: 'confirm_email_change',
    to: member.email,
    payload: { firstName: member.firstName },
    link: { tokenHash, purpose: 'change_email', email: member.email },
  };
}

/** Tells a verified address that its account is to leave it, with the link that calls this off, and undoes it later. */
export function emailChangeRequestedMail({ messageId, tokenHash }: LinkedMailId, member: Addressee, newEmail: string): Mail {
  return {
    messageId,
    template: 'email_change_requested',
    to: member.email,
    payload: { firstName: member.firstName, newEmail },
    link: { tokenHash, purpose: 'stop_email_change', email: member.email },
  };
}

/** Asks a PayPal address whether a member's earnings may go there. */
export function confirmPayoutAddressMail({ messageId, tokenHash }: LinkedMailId, member: Addressee): Mail {
  return {
    messageId,
    template: 'confirm_payout_address',
    to: member.email,
    payload: { firstName: member.firstName },
    link: { tokenHash, purpose: 'confirm_payout_address', email: member.email },
  };
}

export function passwordChangedMail(messageId: string, member: Addressee): Mail {
  return { messageId, template: 'password_changed', to: member.email, payload: { firstName: member.firstName } };
}

/** Tells an administrator that a mailed link has set their password. */
export function adminPasswordResetMail(messageId: string, admin: Addressee): Mail {
  return { messageId, template: 'admin_password_reset', to: admin.email, payload: { firstName: admin.firstName } };
}

/** Tells an administrator of a second factor that was added or removed: `The passkey “Desk” was added`. */
export function adminFactorChangedMail(messageId: string, admin: Addressee, change: string): Mail {
  return { messageId, template: 'admin_factor_changed', to: admin.email, payload: { firstName: admin.firstName, change } };
}

/** Tells an administrator's old address of the change, once: nobody else would notice it who has lost a token to a thief. */
export function adminEmailChangedMail(messageId: string, admin: Addressee & { id: number; version: number }, newEmail: string): Mail {
  return {
    messageId,
    template: 'admin_email_changed',
    to: admin.email,
    payload: { firstName: admin.firstName, newEmail },
    cause: `admin_email_changed:${admin.id}:${admin.version}`,
  };
}
