/** For other members: `r•••@e•••.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  return `${first(email)}•••@${first(domain)}•••${dot > 0 ? domain.slice(dot) : ''}`;
}

/** The first code point, not UTF-16 unit. */
function first(text: string): string {
  return [...text][0] ?? '';
}
