/** `robin@example.com` as another member may see it: `r•••@e•••.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  return `${first(email)}•••@${first(domain)}•••${dot > 0 ? domain.slice(dot) : ''}`;
}

/** A whole character, also outside the basic plane. */
function first(text: string): string {
  return [...text][0] ?? '';
}
