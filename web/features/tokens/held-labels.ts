/** What a member has, in words. */
import type { User } from '#schema/accounts/user.ts';
import { number, tokensLabel } from '#web/lib/format.ts';

/** `62 Treasure Tokens`, `62 Treasure Tokens and owe 3`: to go on after "You have". */
export function heldLabels({ tokenBalance, owedTokens }: Pick<User, 'tokenBalance' | 'owedTokens'>): string {
  return owedTokens > 0 ? `${tokensLabel(tokenBalance)} and owe ${number(owedTokens)}` : tokensLabel(tokenBalance);
}
