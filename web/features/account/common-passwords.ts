/** Passwords that guessers try first. The page warns of them; the server accepts them. */
const commonPasswords = new Set(
  `123456 1234567 12345678 123456789 1234567890 123123 123321 654321 111111 000000 222222 333333 555555 666666 696969 777777 888888
  999999 121212 112233 131313 159753 147258 987654 987654321 abc123 abcd1234 a1b2c3 1q2w3e 1q2w3e4r 1qaz2wsx qazwsx qwerty qwerty1
  qwerty12 qwerty123 qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm password password1 password12 password123 password1234 passw0rd p@ssw0rd
  p@ssword pass123 pass1234 letmein letmein1 welcome welcome1 welcome123 admin1 admin123 administrator root123 login123 changeme secret
  secret1 default test123 testtest guest123 iloveyou iloveyou1 loveme sunshine princess dragon monkey football baseball basketball soccer
  hockey superman batman pokemon starwars master shadow michael jordan jennifer jessica ashley daniel thomas charlie andrew freedom
  whatever trustno1 hunter2 mustang ranger summer winter flower cookie computer internet google samsung killer ginger pepper chelsea
  liverpool geocache geocaching treasure vacation`
    .trim()
    .split(/\s+/),
);

/** Whether a password is among the first that anyone would try: on the list, one character repeated, or the e-mail itself. */
export function isEasilyGuessed(password: string, emailAddress: string): boolean {
  const candidate = password.toLowerCase();
  if (candidate.length < 6) return false;
  if (commonPasswords.has(candidate) || /^(.)\1+$/.test(candidate)) return true;
  const address = emailAddress.trim().toLowerCase();
  return candidate === address || candidate === address.split('@')[0];
}
