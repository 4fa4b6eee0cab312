/** How a member is called. */
interface Named {
  firstName: string | null;
  lastName: string | null;
  username: string | null;
  email: string;
}

/** First and last name where both are known, else the user name, else the e-mail before its @. */
export function userName({ firstName, lastName, username, email }: Named): string {
  if (firstName && lastName) return `${firstName} ${lastName}`;
  return username || email.split('@')[0] || email;
}
