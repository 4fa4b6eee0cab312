interface Named {
  firstName: string | null;
  lastName: string | null;
  username: string | null;
  email: string;
}

/** First and last name if both are known, else the username, else the local part of the email. */
export function userName({ firstName, lastName, username, email }: Named): string {
  if (firstName && lastName) return `${firstName} ${lastName}`;
  return username || email.split('@')[0] || email;
}
