/** GET /api/tokens: the member's ledger. */
import { Hono } from 'hono';
import { type TokenHistory, TokenHistoryQuery } from '#schema/token.ts';
import { toIso } from '#worker/domain/time.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { query } from '#worker/middleware/json-body.ts';
import { confirmed, requireCaller } from '#worker/middleware/session.ts';

export const tokenRoutes = new Hono<AppEnv>().get('/', requireCaller, query(TokenHistoryQuery), async (c) => {
  const { caller, now, store } = c.var;
  const { limit, cursor } = c.req.valid('query');
  const { member, entries } = await store.tokens.history(caller, { limit: limit + 1, before: cursor ?? null }, now);
  const page = entries.slice(0, limit);
  return c.json({
    balance: confirmed(member).tokenBalance,
    transactions: page.map((entry) => ({ ...entry, createdAt: toIso(entry.createdAt) })),
    nextCursor: entries.length > limit ? String(page.at(-1)?.id) : null,
  } satisfies TokenHistory);
});
