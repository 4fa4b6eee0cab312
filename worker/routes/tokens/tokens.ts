import { Hono } from 'hono';
import { PageQuery } from '#schema/page-query.ts';
import type { RepayResponse, TokenHistory } from '#schema/tokens/token.ts';
import { toIso } from '#worker/domain/time.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { query } from '#worker/middleware/json-body.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';
import { toOlderRows, toPage } from '#worker/routes/to-page.ts';

export const tokenRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, query(PageQuery), async (c) => {
    const { caller, now, store } = c.var;
    const query = c.req.valid('query');
    const { member, entries } = await store.tokens.history(caller, toOlderRows(query), now);
    const { page, nextCursor } = toPage(entries, query);
    const { tokenBalance, owedTokens } = requireMember(member);
    return c.json({
      balance: tokenBalance,
      owed: owedTokens,
      transactions: page.map((entry) => ({ ...entry, createdAt: toIso(entry.createdAt) })),
      nextCursor,
    } satisfies TokenHistory);
  })

  .post('/pay-back', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const { id } = requireMember(await store.users.signedIn(caller, now));
    return c.json((await store.tokens.repay(id, now)) satisfies RepayResponse);
  });
