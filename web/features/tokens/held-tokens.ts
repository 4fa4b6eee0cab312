import { t } from '@lingui/core/macro';
import type { User } from '#schema/accounts/user.ts';
import { number, tokensLabel } from '#web/lib/format.ts';

/** Completes the sentence "You have …": `62 Treasure Tokens`, or `62 Treasure Tokens and owe 3`. */
export function formatHeldTokens({ tokenBalance, owedTokens }: Pick<User, 'tokenBalance' | 'owedTokens'>): string {
  return owedTokens > 0 ? t`${tokensLabel(tokenBalance)} and owe ${number(owedTokens)}` : tokensLabel(tokenBalance);
}
