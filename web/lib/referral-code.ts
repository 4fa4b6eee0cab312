/** The invitation that a visitor came by (`?ref=` on any page), kept until they register. */

const codeKey = 'referral_code';
const codePattern = /^[0-9A-Z]{8}$/;

// Stands in for the storage that a browser refuses; it lasts as long as the page.
let keptHere: string | null = null;

/** Keeps the code of an address's query; the last one wins. What cannot be a code is ignored. */
export function keepReferralCode(query: string): void {
  const code = new URLSearchParams(query).get('ref')?.trim().toUpperCase() ?? '';
  if (!codePattern.test(code)) return;
  try {
    localStorage.setItem(codeKey, code);
  } catch {
    keptHere = code;
  }
}

/** The code to register with, by e-mail or by a social sign-in. */
export function referralCode(): string | null {
  try {
    const code = localStorage.getItem(codeKey);
    return code !== null && codePattern.test(code) ? code : keptHere;
  } catch {
    return keptHere;
  }
}

/** After a registration, or where the visitor does without the invitation. */
export function forgetReferralCode(): void {
  keptHere = null;
  try {
    localStorage.removeItem(codeKey);
  } catch {
    // Nothing was stored.
  }
}
