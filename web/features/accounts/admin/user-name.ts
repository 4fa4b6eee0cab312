interface NamedUser {
  firstName: string | null;
  lastName: string | null;
  username: string | null;
  email: string;
}

/** Returns the first and last name if both are known, else the username, else the part of the email before the `@`. */
export function userName({ firstName, lastName, username, email }: NamedUser): string {
  if (firstName && lastName) return `${firstName} ${lastName}`;
  return username || email.split('@')[0] || email;
}
