/** Print-ready PDF of a member's cards, which includes their secret codes. Product rules: Cards and scans. */
import { type Context, Hono } from 'hono';
import { type Paper, paperChoices } from '#schema/printing/print.ts';
import { utcDay } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { limitDrawings } from '#worker/middleware/member-rate-limit.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';
import { visitorCountry } from '#worker/middleware/visitor-country.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';
import type { PrintSelection } from '#worker/store/printing/card-print.ts';
import { readWords } from '#worker/words/read-words.ts';

/**
 * Route at /api/cache-cards. `?card=TC-…` selects one card, and `?order=…` selects the cards of a paid order. The default is all unplaced
 * cards. `?paper=…` puts ten cards on a page for printing at home; without it, each card has pages of its own for a printing company.
 */
export const cardPrintRoutes = new Hono<AppEnv>().get('/print.pdf', requireCaller, limitDrawings, async (c) => {
  const { caller, config, now, store } = c.var;
  const selection = parseSelection(c.req.query('card'), c.req.query('order'));
  const paper = readPaper(c);
  const { member, cards } = await store.cardPrint.cards(caller, selection, now);
  const { language } = requireMember(member);
  if (cards.length === 0) throw new ApiError(selection !== 'ordered' && 'cardId' in selection ? 'card_not_found' : 'nothing_to_print');
  // Loaded on demand because the PDF library would slow down every isolate's startup.
  const [{ drawCardSheet }, { drawHomeSheets }] = await Promise.all([
    import('#worker/pdf/card-print.ts'),
    import('#worker/pdf/home-sheet.ts'),
  ]);
  const words = await readWords(c.env.ASSETS, language);
  const printedCards = cards.map((card) => ({ ...card, words }));
  const fonts = nameFonts(c.env.ASSETS);
  const drawnAt = new Date(now * 1_000);
  const pdf = await (paper
    ? drawHomeSheets(printedCards, paper, fonts, config.publicOrigin, drawnAt, words)
    : drawCardSheet(printedCards, fonts, config.publicOrigin, drawnAt));
  return c.body(pdf, 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="cache-cards-${createFileName(selection, now)}.pdf"`,
    'Cache-Control': 'private, no-store',
  });
});

/** Countries that print on Letter paper, as listed by the Unicode CLDR. */
const letterCountries = new Set(['BZ', 'CA', 'CL', 'CO', 'CR', 'GT', 'MX', 'NI', 'PA', 'PH', 'PR', 'SV', 'US', 'VE']);

function readPaper<E extends AppEnv>(c: Context<E>): Paper | undefined {
  const text = c.req.query('paper');
  const choice = paperChoices.find((candidate) => candidate === text);
  if (text !== undefined && !choice) throw new ApiError('invalid_input', { fields: { paper: `Choose one of ${paperChoices.join(', ')}` } });
  if (choice !== 'regional') return choice;
  const country = visitorCountry(c);
  return country === null || letterCountries.has(country) ? 'letter' : 'a4';
}

function parseSelection(cardId: string | undefined, orderId: string | undefined): PrintSelection {
  if (cardId !== undefined) return { cardId };
  if (orderId !== undefined) return { orderId: /^[1-9]\d{0,14}$/.test(orderId) ? Number(orderId) : 0 };
  return 'ordered';
}

function createFileName(selection: PrintSelection, now: number): string {
  if (selection === 'ordered') return utcDay(now);
  return 'cardId' in selection ? selection.cardId : `order-${selection.orderId}`;
}
