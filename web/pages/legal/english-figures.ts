/** Figures for the legal texts, which are in English on pages of every language. */
import { plural } from '#web/lib/format.ts';

export const dollars = (cents: number) => `$${cents / 100}`;

export const tokensLabel = (amount: number) => plural(amount, 'Treasure Token');
