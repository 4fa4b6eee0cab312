const codeKey = 'referral_code';
const codePattern = /^[0-9A-Z]{8}$/;

// Used if storage is refused; lost when the page is left.
let keptHere: string | null = null;

/** Stores the query's `ref`, replacing an earlier one. Ignores malformed codes. */
export function keepReferralCode(query: string): void {
  const code = new URLSearchParams(query).get('ref')?.trim().toUpperCase() ?? '';
  if (!codePattern.test(code)) return;
  try {
    localStorage.setItem(codeKey, code);
  } catch {
    keptHere = code;
  }
}

export function referralCode(): string | null {
  try {
    const code = localStorage.getItem(codeKey);
    return code !== null && codePattern.test(code) ? code : keptHere;
  } catch {
    return keptHere;
  }
}

/** After a registration, or if the visitor declines the invitation. */
export function forgetReferralCode(): void {
  keptHere = null;
  try {
    localStorage.removeItem(codeKey);
  } catch {
    // Nothing was stored.
  }
}
