import type { Context } from 'hono';
import { answers } from '#schema/answers.ts';
import type { CardStatus, ReportResponse } from '#schema/cards/card.ts';
import { isPublicAddress } from '#worker/domain/address.ts';
import { decideReport } from '#worker/domain/cards/card.ts';
import { secondsUntilMidnightUtc } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { mailboxHash } from '#worker/security/mailbox.ts';
import type { FinderRow } from '#worker/store/accounts/users.ts';
import type { Confirmation, ReportOutcome } from '#worker/store/cards/card-reports.ts';

/**
 * The response is the same whether the report is counted or ignored, so that attackers cannot learn which accounts' reports are counted.
 */
export async function reportCard(
  c: Pick<Context<AppEnv>, 'var' | 'req'>,
  member: Pick<FinderRow, 'id' | 'email' | 'emailVerifiedAt'>,
  card: { id: number; status: CardStatus; ownerId: number | null },
): Promise<ReportResponse> {
  const { config, now, store } = c.var;
  if (unwrap(decideReport(card, member)) === 'take_off') return takeOffMap(c, member.id, card.id);
  const reporter = {
    id: member.id,
    mailboxHash: await mailboxHash(config.addressHashKey, member.email),
    addressHash: isPublicAddress(c.req.header('CF-Connecting-IP')) ? await c.var.addressHash() : null,
  };
  const outcome = await store.cardReports.add(card.id, reporter, now);
  if (outcome.status === 'active' && !outcome.isRecorded)
    throw outcome.isLimitReached
      ? new ApiError('too_many_reports', { retryAfterSeconds: secondsUntilMidnightUtc(now) })
      : new ApiError('changed_meanwhile');
  return { message: reportMessage(outcome), status: outcome.status };
}

function reportMessage({ status, becameMissing, hasOwner }: ReportOutcome): string {
  if (becameMissing) return answers.cardNowMissing;
  if (status !== 'active') return answers.cardAlreadyMissing;
  return hasOwner ? answers.reportForOwner : answers.reportAdded;
}

export async function takeOffMap(
  { var: { now, store } }: Pick<Context<AppEnv>, 'var'>,
  ownerId: number,
  cardRowId: number,
): Promise<ReportResponse> {
  const status = requireValue(await store.cardReports.takeOffMap(cardRowId, ownerId, now), 'card_not_found');
  return { message: answers.cardOffMap, status };
}

export async function confirmCard(
  { var: { now, store } }: Pick<Context<AppEnv>, 'var'>,
  ownerId: number,
  cardRowId: number,
): Promise<ReportResponse> {
  const { result, status } = requireValue(await store.cardReports.confirm(cardRowId, ownerId, now), 'card_not_found');
  if (result === 'too_soon') throw new ApiError('card_confirmed_lately');
  return { message: confirmationMessages[result], status };
}

const confirmationMessages = {
  reports_closed: answers.reportsClosed,
  returned: answers.cardBackOnMap,
  checked: answers.cardChecked,
} satisfies Record<Exclude<Confirmation['result'], 'too_soon'>, string>;
