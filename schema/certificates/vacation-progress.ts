import { certificateOptions, cheapestCertificateTokens } from '#schema/rules.ts';

export type CertificateOption = (typeof certificateOptions)[number];

/** The certificates, cheapest first. */
export const optionsByCost = [...certificateOptions].sort((a, b) => a.tokenCost - b.tokenCost) as [
  CertificateOption,
  ...CertificateOption[],
];

export interface VacationProgress {
  /** The cheapest certificate that costs more than the balance, or the cheapest of all if the balance covers every certificate. */
  goal: CertificateOption;
  tokensNeeded: number;
  /** Percentage of the cheapest certificate's price that the balance covers, from 0 to 100. */
  percent: number;
}

/** Returns the balance minus the owed tokens; negative if the member owes more than they have. */
export function redeemableTokens({ tokenBalance, owedTokens }: { tokenBalance: number; owedTokens: number }): number {
  return tokenBalance - owedTokens;
}

export function isEnoughForStay(balance: number): boolean {
  return balance >= cheapestCertificateTokens;
}

export function vacationProgress(balance: number): VacationProgress {
  const goal = optionsByCost.find((option) => option.tokenCost > balance) ?? optionsByCost[0];
  return {
    goal,
    tokensNeeded: countMissingTokens(balance, goal),
    percent: Math.min(100, Math.max(0, (balance / cheapestCertificateTokens) * 100)),
  };
}

export function countMissingTokens(balance: number, option: CertificateOption): number {
  return Math.max(0, option.tokenCost - balance);
}
