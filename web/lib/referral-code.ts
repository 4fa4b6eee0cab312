const codeKey = 'referral_code';
const codePattern = /^[0-9A-Z]{8}$/;

// In-memory copy of the referral code, used if storage is unavailable. It is lost when the visitor leaves the page.
let codeInMemory: string | null = null;

/** Stores the referral code from the query parameter `ref`, replacing an earlier code. Ignores malformed codes. */
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

/** Deletes the stored referral code. Called after a registration, or if the visitor declines the invitation. */
export function clearReferralCode(): void {
  codeInMemory = null;
  try {
    localStorage.removeItem(codeKey);
  } catch {
    // If storage is unavailable, no code was stored, so there is nothing to delete.
  }
}
