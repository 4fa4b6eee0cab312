/** Weekly finds of an owner's card, and the notes about it. Product rules: Finds and notes to owners. */

import { type Context, Hono } from 'hono';
import type { MessageResponse } from '#schema/accounts/account.ts';
import { answers } from '#schema/answers.ts';
import { normalizeCardId } from '#schema/cards/card-id.ts';
import { activityWeeks } from '#schema/rules.ts';
import type { CardActivity } from '#schema/scans/find.ts';
import { fillMissingWeeks, getFirstWeekStart } from '#worker/domain/weeks.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { requireCaller, requireMember, type SignedIn } from '#worker/middleware/session.ts';
import { rowId } from '#worker/routes/row-id.ts';

/** Routes at /api/cache-cards. */
export const cardActivityRoutes = new Hono<AppEnv>()
  .get('/:cardId/activity', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const since = getFirstWeekStart(activityWeeks, now);
    const { member, card, weeks, logs } = await store.cardActivity.read(caller, normalizeCardId(c.req.param('cardId')), since, now);
    requireMember(member);
    if (!card) throw new ApiError('card_not_found');
    return c.json({
      weeks: fillMissingWeeks(weeks, since, activityWeeks),
      logs: logs.map(({ isHidden, isThanked, isEditedSinceThanks, ...log }) => ({
        ...log,
        isHidden: isHidden === 1,
        isThanked: isThanked === 1,
        isEditedSinceThanks: isEditedSinceThanks === 1,
      })),
    } satisfies CardActivity);
  })

  .post('/:cardId/logs/:logId/hide', requireCaller, async (c) => {
    await hide(c, c.req.param(), c.var.now);
    return c.json({ message: 'Note hidden.' } satisfies MessageResponse);
  })

  .post('/:cardId/logs/:logId/show', requireCaller, async (c) => {
    await hide(c, c.req.param(), null);
    return c.json({ message: 'Note shown again.' } satisfies MessageResponse);
  })

  .post('/:cardId/logs/:logId/thank', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const { cardId, logId } = c.req.param();
    const { id: ownerId } = requireMember(await store.users.signedIn(caller, now));
    const result = await store.findLogs.thank({ ownerId, cardId, logId: rowId(logId) }, now);
    if (result !== 'thanked') throw new ApiError(result);
    return c.json({ message: answers.finderThanked } satisfies MessageResponse);
  });

async function hide({ var: { caller, now, store } }: Context<SignedIn>, log: { cardId: string; logId: string }, hiddenAt: number | null) {
  const { id: ownerId } = requireMember(await store.users.signedIn(caller, now));
  if (!(await store.findLogs.hide({ ownerId, cardId: log.cardId, logId: rowId(log.logId) }, hiddenAt))) throw new ApiError('log_not_found');
}
