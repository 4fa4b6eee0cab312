import type { AuditAction } from '#schema/admin/audit-actions.ts';

/**
 * What an administrator's action can move to a member, directly or by making something payable:
 * - `gives`: money, tokens or a card. Refused for administrators' own accounts, and whoever did it neither pays the member nor passes their
 *   certificate (worker/store/admin/access/own-member.ts). Tokens and cards are a signal above a share of a certificate's price.
 * - `favors`: like `gives`, and in itself a signal: the member's next certificate waits for review
 *   (worker/domain/reviews/account-signals.ts).
 * - `nothing`: no value, or value that the action takes away, delays, or only confirms.
 *
 * A new action does not compile before it is listed here.
 */
const valueOfActions = {
  'card.owner': 'gives',
  // A disabled card that becomes usable earns its owner tokens.
  'card.status': 'gives',
  'certificate.cancel': 'favors',
  'certificate.other_person': 'favors',
  'claim.decide': 'gives',
  'commission.release': 'gives',
  'keys.correct': 'favors',
  'membership.grant': 'favors',
  'order.refund': 'gives',
  'payout.return': 'gives',
  'review.undo': 'favors',
  'tokens.adjust': 'gives',
  'tokens.forgive': 'favors',
  'treasure_chest_payout.release': 'gives',
  'user.referrer': 'gives',
  // A changed email address can give somebody else the account.
  'user.update': 'favors',

  // Decide about what the member already has. Each has checks of its own.
  'certificate.book': 'nothing',
  'certificate.pass': 'nothing',
  'dispute.accept': 'nothing',
  'dispute.evidence': 'nothing',
  'payout.pay': 'nothing',
  'review.release': 'nothing',
  'second_look.agreed': 'nothing',
  'second_look.closed': 'nothing',
  'stay.confirm_booking': 'nothing',
  'stay.correct_traveler': 'nothing',
  'stay.no_show': 'nothing',
  'stay.offer': 'nothing',
  'stay.settle': 'nothing',
  'stay.withdraw_offer': 'nothing',
  'tax_form.note': 'nothing',
  'user.let_back': 'nothing',

  // About administrators, and our own records.
  'admin.change': 'nothing',
  'admin.create': 'nothing',
  'admin.factor_add': 'nothing',
  'admin.factor_begin': 'nothing',
  'admin.factor_recovery_codes': 'nothing',
  'admin.factor_remove': 'nothing',
  'admin.factor_rename': 'nothing',
  'admin.login': 'nothing',
  'admin.login_failed': 'nothing',
  'admin.password': 'nothing',
  'admin.profile': 'nothing',
  'admin.proof': 'nothing',
  'admin.proof_failed': 'nothing',
  'admin.refused': 'nothing',
  'admin.reset_link': 'nothing',
  'admin.reset_password': 'nothing',
  'admin.sign_out': 'nothing',
  'export.download': 'nothing',
  'job.run': 'nothing',
  'saved_reply.add': 'nothing',
  'saved_reply.change': 'nothing',
  'saved_reply.remove': 'nothing',
  'test_card.create': 'nothing',

  // Take something away, delay it, or only inform the member.
  'certificate.ask': 'nothing',
  'certificate.refuse': 'nothing',
  'commission.hold': 'nothing',
  'commission.refuse': 'nothing',
  'mail.acknowledge': 'nothing',
  'mail.retry': 'nothing',
  'membership.cancel': 'nothing',
  'membership.end_grant': 'nothing',
  'message.add_reply': 'nothing',
  'message.answer': 'nothing',
  'message.handle': 'nothing',
  'message.note': 'nothing',
  'message.organize': 'nothing',
  'message.reopen': 'nothing',
  'note.add': 'nothing',
  'note.remove': 'nothing',
  'payout_address.remind': 'nothing',
  'review.hold': 'nothing',
  'review.suspend': 'nothing',
  'review.take_back': 'nothing',
  'second_look.raised': 'nothing',
  'session.end': 'nothing',
  'treasure_chest_payout.hold': 'nothing',
  'treasure_chest_payout.refuse': 'nothing',
  'user.delete': 'nothing',
  'user.resume_emails': 'nothing',
  'user.sign_out': 'nothing',
  'user.suspend': 'nothing',
  'user.verification_mail': 'nothing',
  'user.view': 'nothing',

  // About cards that the member already owns (a transfer is also logged as `card.owner`), or about payments that Stripe confirms. Why none
  // moves value alone: docs/security.md (insiders).
  'card.print_file': 'nothing',
  'card.replace': 'nothing',
  'card.update': 'nothing',
  'event.retry': 'nothing',
  'event.settle': 'nothing',
  'order.address': 'nothing',
  'order.print_file': 'nothing',
  'order.restore': 'nothing',
  'print.cancel': 'nothing',
  'print.order': 'nothing',
  'print.quote': 'nothing',
  'print.submit': 'nothing',
  'print.write_off': 'nothing',

  // Take two administrators (product rules: Payout runs).
  'payout_run.approve': 'nothing',
  'payout_run.begin': 'nothing',
  'payout_run.cancel': 'nothing',
  'payout_run.collect': 'nothing',
  'payout_run.download': 'nothing',
  'payout_run.paid': 'nothing',
  'payout_run.pay': 'nothing',
  'payout_run.recheck': 'nothing',
  'payout_run.undo': 'nothing',
} as const satisfies Record<AuditAction, 'gives' | 'favors' | 'nothing'>;

type ActionOf<Value> = { [Action in AuditAction]: (typeof valueOfActions)[Action] extends Value ? Action : never }[AuditAction];
export type FavorAction = ActionOf<'favors'>;
export type GivingAction = ActionOf<'gives'> | FavorAction;

const actions = Object.keys(valueOfActions) as AuditAction[];
export const isFavor = (action: AuditAction): action is FavorAction => valueOfActions[action] === 'favors';
export const givingActions = actions.filter((action): action is GivingAction => valueOfActions[action] !== 'nothing');
