const codeKey = 'referral_code';
const codePattern = /^[0-9A-Z]{8}$/;

// Used if storage is refused; lost when the page is left.
let codeInMemory: string | null = null;

/** Stores the query's `ref`, replacing an earlier one. Ignores malformed codes. */
export function storeReferralCode(query: string): void {
  const code = new URLSearchParams(query).get('ref')?.trim().toUpperCase() ?? '';
  if (!codePattern.test(code)) return;
  try {
    localStorage.setItem(codeKey, code);
  } catch {
    codeInMemory = code;
  }
}

export function getReferralCode(): string | null {
  try {
    const code = localStorage.getItem(codeKey);
    return code !== null && codePattern.test(code) ? code : codeInMemory;
  } catch {
    return codeInMemory;
  }
}

/** After a registration, or if the visitor declines the invitation. */
export function clearReferralCode(): void {
  codeInMemory = null;
  try {
    localStorage.removeItem(codeKey);
  } catch {
    // Nothing was stored.
  }
}
