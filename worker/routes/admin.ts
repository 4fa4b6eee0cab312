/** Everything under /api/admin. Each route says itself which administrators it is open to. */
import { Hono } from 'hono';
import { auditRefusals } from '#worker/middleware/admin-refusals.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { administratorRoutes, adminRegisterRoutes } from './admin/administrators.ts';
import { auditRoutes } from './admin/audit.ts';
import { adminCardRoutes } from './admin/cards.ts';
import { adminCertificateRoutes } from './admin/certificates.ts';
import { adminClaimRoutes } from './admin/claims.ts';
import { downloadLinkRoutes } from './admin/download-links.ts';
import { factorRoutes } from './admin/factors.ts';
import { ledgerRoutes } from './admin/ledger.ts';
import { memberDeletionRoutes } from './admin/member-deletion.ts';
import { memberNoteRoutes } from './admin/member-notes.ts';
import { messageRoutes } from './admin/messages.ts';
import { adminOrderRoutes } from './admin/orders.ts';
import { overviewRoutes } from './admin/overview.ts';
import { adminOwnAccountRoutes } from './admin/own-account.ts';
import { adminPasswordResetRoutes, adminResetLinkRoutes } from './admin/password-reset.ts';
import { payoutRoutes } from './admin/payouts.ts';
import { printOrderRoutes } from './admin/print-orders.ts';
import { proofRoutes } from './admin/proofs.ts';
import { reviewCaseRoutes } from './admin/review-case.ts';
import { reviewDecisionRoutes } from './admin/review-decisions.ts';
import { reviewRoutes } from './admin/reviews.ts';
import { searchRoutes } from './admin/search.ts';
import { adminSignInRoutes } from './admin/sign-in.ts';
import { suspensionRoutes } from './admin/suspensions.ts';
import { outboxRoutes, stripeEventRoutes, systemRoutes } from './admin/system.ts';
import { testCardApiRoutes } from './admin/test-card-api.ts';
import { chartRoutes, totalsRoutes } from './admin/totals.ts';
import { adminUserActionRoutes } from './admin/user-actions.ts';
import { adminUserRoutes } from './admin/users.ts';
import { viewRoutes } from './admin/view.ts';

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
  .route('/users', viewRoutes)
  .route('/users', memberDeletionRoutes)
  .route('/audit', auditRoutes)
  .route('/certificates', adminCertificateRoutes)
  .route('/reviews', reviewRoutes)
  .route('/reviews', reviewCaseRoutes)
  .route('/review-decisions', reviewDecisionRoutes)
  .route('/messages', messageRoutes)
  .route('/cards', adminCardRoutes)
  .route('/claims', adminClaimRoutes)
  .route('/tokens', ledgerRoutes)
  .route('/payouts', payoutRoutes)
  .route('/orders', adminOrderRoutes)
  .route('/print-orders', printOrderRoutes)
  .route('/test-card-api', testCardApiRoutes)
  .route('/download-links', downloadLinkRoutes)
  .route('/totals', totalsRoutes)
  .route('/overview', overviewRoutes)
  .route('/search', searchRoutes)
  .route('/charts', chartRoutes)
  .route('/system', systemRoutes)
  .route('/mails', outboxRoutes)
  .route('/stripe-events', stripeEventRoutes);
