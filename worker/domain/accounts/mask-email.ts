/** Masks an email as `r•••@e•••.com` before other members see it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  return `${first(email)}•••@${first(domain)}•••${dot > 0 ? domain.slice(dot) : ''}`;
}

/** Returns the first code point, not the first UTF-16 unit. */
function first(text: string): string {
  return [...text][0] ?? '';
}
