const hiddenLink = '[link]';
const hiddenCode = '[code]';
const hiddenAddress = '[address]';

/** Matches URLs, and hosts with a path even without a scheme. */
const links = /[a-z][a-z0-9+.-]*:\/\/\S+|\bwww\.\S+|\b[\w-]+(?:\.[\w-]+)+\/\S*/giu;
/** Matches long random words, such as tokens. */
const tokens = /[\w-]*\d[\w-]{23,}|[\w-]{24,}/gu;
/** Matches codes of at least 6 digits. Card ids are not secret. */
const codes = /\bTC-\d{7}\b|\d{6,}/gu;
const addresses = /[^\s<>“”"(),;]+@[^\s<>“”"(),;]+/gu;

/** Replaces everything in an email's text that could open something: links, tokens and codes. */
export function hideSecrets(text: string): string {
  return text
    .replace(links, hiddenLink)
    .replace(tokens, hiddenCode)
    .replace(codes, (found) => (found.startsWith('TC-') ? found : hiddenCode));
}

export function hideAddresses(text: string): string {
  return text.replace(addresses, hiddenAddress);
}
