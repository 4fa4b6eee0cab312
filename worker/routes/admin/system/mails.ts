/** The list of outgoing emails, and actions on one or on failed ones. Product rules: Claims, printing, email and messages. */
import { type Context, Hono } from 'hono';
import type { MessageResponse } from '#schema/accounts/account.ts';
import { type AcknowledgedMails, type OutboxMail, type ReadMail, RetryMails } from '#schema/admin/system.ts';
import { errorMessage } from '#schema/errors.ts';
import { resendLimits } from '#worker/domain/limit.ts';
import { decideResend, namesPayoutAddress } from '#worker/domain/messages/delivery.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { readMail } from '#worker/mails/compose.ts';
import { hideAddresses, hideSecrets } from '#worker/mails/hide-secrets.ts';
import { type AdminEnv, requireAdmin } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import { countAttempt } from '#worker/routes/limits.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { type MailRow, type OutboxRow, outboxShape } from '#worker/store/messages/admin-outbox.ts';

export const outboxRoutes = new Hono<AdminEnv>()
  .route(
    '/',
    adminList({
      shape: outboxShape,
      read: (store, request, c) => store.admin.outbox.list(request, toReader(c)),
      present: presentMail,
      csv: {
        fileName: 'mails.csv',
        columns: [
          { header: 'Queued', value: ({ createdAt }) => createdAt },
          { header: 'To', value: ({ to }) => to },
          { header: 'Template', value: ({ template }) => template },
          { header: 'Status', value: ({ status }) => status },
          { header: 'Attempts', value: ({ attempts }) => attempts },
          { header: 'Sent', value: ({ sentAt }) => sentAt },
          { header: 'Error', value: ({ lastError }) => lastError },
        ],
      },
    }),
  )
  .post('/acknowledge', requireAdmin, async (c) => {
    const { store, actor, now } = c.var;
    return c.json({ acknowledged: await store.admin.system.acknowledgeMails(isSuperAdmin(c), actor, now) } satisfies AcknowledgedMails);
  })
  .post('/retry', requireAdmin, json(RetryMails), async (c) => {
    const { store, actor, now } = c.var;
    const { ids } = c.req.valid('json');
    return c.json({ retried: await store.admin.system.retryMails(ids ?? 'all', isSuperAdmin(c), actor, now) });
  })

  .get('/:id', requireAdmin, async (c) => {
    const mail = requireValue(await c.var.store.admin.outbox.find(readRowId(c), toReader(c)), 'mail_not_found');
    return c.json(presentReadMail(mail, isSuperAdmin(c)));
  })
  .post('/:id/resend', requireAdmin, async (c) => {
    const { store, actor, now } = c.var;
    const mail = requireValue(await store.admin.outbox.find(readRowId(c), toReader(c)), 'mail_not_found');
    unwrap(decideResend(mail));
    await countAttempt(c, resendLimits(mail.userId ?? 0, now), 'too_many_mails');
    if (!(await store.admin.outbox.resend(mail, actor, now))) throw new ApiError('mail_to_other_address');
    return c.json({ message: `The email is sent to ${mail.to} again.` } satisfies MessageResponse);
  });

const isSuperAdmin = (c: Context<AdminEnv>) => c.var.actsAs === 'super_admin';
const toReader = (c: Context<AdminEnv>) => ({ adminId: c.var.admin.id, isSuperAdmin: isSuperAdmin(c) });

function presentReadMail(mail: MailRow, isForSuperAdmins: boolean): ReadMail {
  const { id, to, status, createdAt, sentAt, isErased } = mail;
  const hidesAddresses = namesPayoutAddress(mail.template) && !isForSuperAdmins;
  const hide = (text: string) => hideSecrets(hidesAddresses ? hideAddresses(text) : text);
  const resend = decideResend(mail);
  return {
    id,
    to,
    status,
    createdAt: toIso(createdAt),
    sentAt: toIsoOrNull(sentAt),
    content: isErased === 1 ? null : (readMail(mail, hide) ?? null),
    resendRefusal: resend.ok ? null : errorMessage(resend.refusal),
  };
}

function presentMail(row: OutboxRow): OutboxMail {
  return { ...row, nextAttemptAt: toIso(row.nextAttemptAt), createdAt: toIso(row.createdAt), sentAt: toIsoOrNull(row.sentAt) };
}
