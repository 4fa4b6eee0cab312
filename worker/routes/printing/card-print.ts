/** Print-ready PDF of a member's cards, which includes their secret codes. Product rules: Cards and scans. */
import { Hono } from 'hono';
import { utcDay } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { limitDrawings } from '#worker/middleware/member-rate-limit.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';
import type { PrintSelection } from '#worker/store/printing/card-print.ts';

/**
 * Route at /api/cache-cards. `?card=TC-…` selects one card, and `?order=…` selects the cards of a paid order. The default is all unplaced
 * cards.
 */
export const cardPrintRoutes = new Hono<AppEnv>().get('/print.pdf', requireCaller, limitDrawings, async (c) => {
  const { caller, config, now, store } = c.var;
  const selection = parseSelection(c.req.query('card'), c.req.query('order'));
  const { member, cards } = await store.cardPrint.cards(caller, selection, now);
  requireMember(member);
  if (cards.length === 0) throw new ApiError(selection !== 'ordered' && 'cardId' in selection ? 'card_not_found' : 'nothing_to_print');
  // Loaded on demand because the PDF library would slow down every isolate's startup.
  const { drawCardSheet } = await import('#worker/pdf/card-print.ts');
  const pdf = await drawCardSheet(cards, config.publicOrigin, new Date(now * 1_000));
  return c.body(pdf, 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="cache-cards-${createFileName(selection, now)}.pdf"`,
    'Cache-Control': 'private, no-store',
  });
});

function parseSelection(cardId: string | undefined, orderId: string | undefined): PrintSelection {
  if (cardId !== undefined) return { cardId };
  if (orderId !== undefined) return { orderId: /^[1-9]\d{0,14}$/.test(orderId) ? Number(orderId) : 0 };
  return 'ordered';
}

function createFileName(selection: PrintSelection, now: number): string {
  if (selection === 'ordered') return utcDay(now);
  return 'cardId' in selection ? selection.cardId : `order-${selection.orderId}`;
}
