/** How far a balance is from the next vacation. */
import { certificateOptions, cheapestCertificateTokens } from '#schema/rules.ts';

export type CertificateOption = (typeof certificateOptions)[number];

export interface VacationProgress {
  /** The first certificate that costs more than the balance; once all are within reach, the cheapest. */
  goal: CertificateOption;
  /** What is missing for the goal; 0 where the balance covers it. */
  tokensNeeded: number;
  /** Part of the cheapest certificate that the balance covers: 0 to 100. */
  percent: number;
}

/** What of a balance counts for a certificate, in tokens; below 0 where more is owed than there is. */
export function redeemableTokens({ tokenBalance, owedTokens }: { tokenBalance: number; owedTokens: number }): number {
  return tokenBalance - owedTokens;
}

/** `balance` in tokens that can be redeemed. */
export function vacationProgress(balance: number): VacationProgress {
  const [first, ...others] = [...certificateOptions].sort((a, b) => a.tokenCost - b.tokenCost) as [
    CertificateOption,
    ...CertificateOption[],
  ];
  const goal = [first, ...others].find((option) => option.tokenCost > balance) ?? first;
  return {
    goal,
    tokensNeeded: tokensMissing(balance, goal),
    percent: Math.min(100, Math.max(0, (balance / cheapestCertificateTokens) * 100)),
  };
}

/** Tokens a balance lacks for a certificate; 0 where it is enough. */
export function tokensMissing(balance: number, option: CertificateOption): number {
  return Math.max(0, option.tokenCost - balance);
}
