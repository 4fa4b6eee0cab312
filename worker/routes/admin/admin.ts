/** Mounts the administrators' routes. Each route declares which administrators may call it. */
import { Hono } from 'hono';
import { auditRefusals } from '#worker/middleware/admin-refusals.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { memberDeletionRoutes } from '#worker/routes/accounts/admin-member-deletion.ts';
import { memberNoteRoutes } from '#worker/routes/accounts/admin-member-notes.ts';
import { suspensionRoutes } from '#worker/routes/accounts/admin-suspensions.ts';
import { timelineRoutes } from '#worker/routes/accounts/admin-timeline.ts';
import { adminUserActionRoutes } from '#worker/routes/accounts/admin-user-actions.ts';
import { adminUserRoutes } from '#worker/routes/accounts/admin-users.ts';
import { viewRoutes } from '#worker/routes/accounts/admin-view.ts';
import { administratorRoutes, adminRegisterRoutes } from '#worker/routes/admin/access/administrators.ts';
import { factorRoutes } from '#worker/routes/admin/access/factors.ts';
import { adminOwnAccountRoutes } from '#worker/routes/admin/access/own-account.ts';
import { adminPasswordResetRoutes, adminResetLinkRoutes } from '#worker/routes/admin/access/password-reset.ts';
import { proofRoutes } from '#worker/routes/admin/access/proofs.ts';
import { adminSignInRoutes } from '#worker/routes/admin/access/sign-in.ts';
import { jobRoutes } from '#worker/routes/admin/system/jobs.ts';
import { stripeEventRoutes, systemRoutes } from '#worker/routes/admin/system/system.ts';
import { adminCardRoutes } from '#worker/routes/cards/admin-cards.ts';
import { adminCertificateRoutes } from '#worker/routes/certificates/admin-certificates.ts';
import { adminClaimRoutes } from '#worker/routes/claims/admin-claims.ts';
import { disputeRoutes } from '#worker/routes/disputes/admin-disputes.ts';
import { adminMembershipRoutes } from '#worker/routes/memberships/admin-memberships.ts';
import { messageRoutes } from '#worker/routes/messages/admin-messages.ts';
import { savedReplyRoutes } from '#worker/routes/messages/saved-replies.ts';
import { adminOrderRoutes } from '#worker/routes/orders/admin-orders.ts';
import { payoutRoutes } from '#worker/routes/payouts/admin-payouts.ts';
import { printOrderRoutes } from '#worker/routes/printing/admin-print-orders.ts';
import { testCardApiRoutes } from '#worker/routes/printing/admin-test-card-api.ts';
import { reviewCaseRoutes } from '#worker/routes/reviews/admin-review-case.ts';
import { reviewDecisionRoutes } from '#worker/routes/reviews/admin-review-decisions.ts';
import { reviewRoutes } from '#worker/routes/reviews/admin-reviews.ts';
import { secondLookRoutes } from '#worker/routes/reviews/admin-second-looks.ts';
import { adminStayRoutes } from '#worker/routes/stays/admin-stays.ts';
import { ledgerRoutes } from '#worker/routes/tokens/admin-ledger.ts';
import { auditRoutes } from './audit.ts';
import { downloadLinkRoutes } from './download-links.ts';
import { numberRowRoutes } from './number-rows.ts';
import { numberRoutes } from './numbers.ts';
import { overviewRoutes } from './overview.ts';
import { searchRoutes } from './search.ts';
import { outboxRoutes } from './system/mails.ts';
import { chartRoutes, totalsRoutes } from './totals.ts';
import { viewerRoutes } from './viewers.ts';

export const adminRoutes = new Hono<AppEnv>()
  .use(auditRefusals)
  .route('/', adminSignInRoutes)
  .route('/', adminOwnAccountRoutes)
  .route('/factors/proof', proofRoutes)
  .route('/factors', factorRoutes)
  .route('/register', adminRegisterRoutes)
  .route('/administrators', adminResetLinkRoutes)
  .route('/administrators', administratorRoutes)
  .route('/reset-password', adminPasswordResetRoutes)
  .route('/users', adminUserRoutes)
  .route('/users', adminUserActionRoutes)
  .route('/users', suspensionRoutes)
  .route('/users', memberNoteRoutes)
  .route('/users', timelineRoutes)
  .route('/users', viewRoutes)
  .route('/users', memberDeletionRoutes)
  .route('/audit', auditRoutes)
  .route('/certificates', adminCertificateRoutes)
  .route('/stays', adminStayRoutes)
  .route('/reviews', reviewRoutes)
  .route('/reviews', reviewCaseRoutes)
  .route('/review-decisions', reviewDecisionRoutes)
  .route('/second-looks', secondLookRoutes)
  .route('/messages/saved-replies', savedReplyRoutes)
  .route('/messages', messageRoutes)
  .route('/cards', adminCardRoutes)
  .route('/claims', adminClaimRoutes)
  .route('/tokens', ledgerRoutes)
  .route('/payouts', payoutRoutes)
  .route('/orders', adminOrderRoutes)
  .route('/disputes', disputeRoutes)
  .route('/memberships', adminMembershipRoutes)
  .route('/print-orders', printOrderRoutes)
  .route('/test-card-api', testCardApiRoutes)
  .route('/download-links', downloadLinkRoutes)
  .route('/viewers', viewerRoutes)
  .route('/totals', totalsRoutes)
  .route('/overview', overviewRoutes)
  .route('/search', searchRoutes)
  .route('/charts', chartRoutes)
  .route('/numbers', numberRoutes)
  .route('/numbers/rows', numberRowRoutes)
  .route('/system', systemRoutes)
  .route('/system/jobs', jobRoutes)
  .route('/mails', outboxRoutes)
  .route('/stripe-events', stripeEventRoutes);
