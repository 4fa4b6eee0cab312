import type { Context } from 'hono';
import type { CardStatus, ReportResponse } from '#schema/cards/card.ts';
import { normalizeMailbox } from '#worker/domain/accounts/mailbox.ts';
import { isPublicAddress } from '#worker/domain/address.ts';
import { decideReport } from '#worker/domain/cards/card.ts';
import { reportLimits } from '#worker/domain/limit.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { countAttempt } from '#worker/routes/limits.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { keyedHash } from '#worker/security/random.ts';
import type { FinderRow } from '#worker/store/accounts/users.ts';

export async function reportCard(
  c: Pick<Context<AppEnv>, 'var' | 'req'>,
  member: Pick<FinderRow, 'id' | 'email' | 'emailVerifiedAt'>,
  card: { id: number; status: CardStatus },
): Promise<ReportResponse> {
  const { config, now, store } = c.var;
  const { alreadyMissing } = unwrap(decideReport(card));
  // Without this check, one person with many accounts could take a card off the map.
  if (member.emailVerifiedAt === null) throw new ApiError('email_unverified');
  await countAttempt(c, reportLimits(member.id, now), 'too_many_reports');
  const reporter = {
    id: member.id,
    mailboxHash: await keyedHash(config.addressHashKey, 'mailbox', normalizeMailbox(member.email)),
    addressHash: isPublicAddress(c.req.header('CF-Connecting-IP')) ? await c.var.addressHash() : null,
  };
  const status = await store.cards.report(card.id, reporter, now);
  const message =
    status === 'missing'
      ? alreadyMissing
        ? 'Thank you. This Cache Card is already marked as missing.'
        : 'Thank you. This Cache Card is now marked as missing until someone finds it.'
      : 'Thank you. If another member reports it too, we’ll mark it as missing.';
  return { message, status };
}
