/**
 * Content Security Policy of the page shown instead of Firebase's during an outage. The page is self-contained: it uses no scripts or files
 * of the site.
 */
export const signInOutagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export const signInOutagePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sign-in is unavailable – Cache Cards</title>
<style>
body { margin: 0; background: #f7eed9; color: #2a2118; font: 1.0625rem/1.6 system-ui, sans-serif; }
main { max-width: 34rem; margin: 12vh auto 0; padding: 0 1.25rem 3rem; }
h1 { font: 700 1.875rem/1.2 ui-serif, Georgia, serif; }
a { display: inline-block; margin-top: 0.5rem; padding: 0.7rem 1.4rem; border-radius: 0.5rem; background: #1d5c47; color: #fffaf0; }
@media (prefers-color-scheme: dark) {
  body { background: #141d1a; color: #f4ead3; }
  a { background: #5fc09a; color: #0a1712; }
}
</style>
</head>
<body>
<main>
<h1>Sign-in is unavailable</h1>
<p>Google’s sign-in service isn’t responding right now, so you can’t sign in with Google, Facebook or Apple. Your account isn’t affected.
Try again in a minute, or sign in with your email and password.</p>
<p><a href="/auth">Back to sign-in</a></p>
</main>
</body>
</html>
`;
