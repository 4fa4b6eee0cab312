import type { User } from '#schema/accounts/user.ts';
import { number, tokensLabel } from '#web/lib/format.ts';

/** Continues "You have": `62 Treasure Tokens`, `62 Treasure Tokens and owe 3`. */
export function heldLabels({ tokenBalance, owedTokens }: Pick<User, 'tokenBalance' | 'owedTokens'>): string {
  return owedTokens > 0 ? `${tokensLabel(tokenBalance)} and owe ${number(owedTokens)}` : tokensLabel(tokenBalance);
}
