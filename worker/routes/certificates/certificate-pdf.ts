import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { signedInPageParameter } from '#schema/certificates/certificate.ts';
import { routes } from '#schema/routes.ts';
import { getStatusAt } from '#worker/domain/certificates/certificate.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';
import type { CertificateRow } from '#worker/store/certificates/certificates.ts';
import { readWords } from '#worker/words/read-words.ts';

/** Creates the PDF in the language. Prints `email` if the member has no name. */
export async function certificatePdf(
  c: Pick<Context<AppEnv>, 'body' | 'env' | 'var'>,
  certificate: CertificateRow,
  { email, language }: { email: string; language: string },
): Promise<Response> {
  const { now } = c.var;
  // Loaded on demand because the PDF library and HarfBuzz would slow down every isolate's startup.
  const { drawCertificate } = await import('#worker/pdf/certificate.ts');
  const certificateToDraw = { ...certificate, status: getStatusAt(certificate, now), holderName: certificate.holderName ?? email };
  const pdf = await drawCertificate(certificateToDraw, nameFonts(c.env.ASSETS), await readWords(c.env.ASSETS, language));
  return c.body(pdf, 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="vacation-certificate-${certificate.number}.pdf"`,
    'Cache-Control': 'private, no-store',
  });
}

/**
 * Redirects people who open an emailed link without the right session to the certificates page. That page asks them to sign in and opens
 * the PDF, or explains which account is needed. Scripts and downloads get the error response.
 */
export const visitorsToPage = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const isRefused = c.error instanceof ApiError && (c.error.status === 401 || c.error.status === 404);
  // The certificates page itself opened this URL, so redirecting to that page would cause a loop.
  if (!isRefused || !isPageNavigation(c) || c.req.query(signedInPageParameter) !== undefined) return;
  c.res = c.redirect(`${routes.certificates.path}?pdf=${encodeURIComponent(c.req.param('number') ?? '')}`);
});

/** Whether the browser is navigating to the document to display it. Downloads are also navigations but are excluded. */
function isPageNavigation(c: Context): boolean {
  const destination = c.req.header('Sec-Fetch-Dest');
  if (destination !== undefined) return destination === 'document';
  const mode = c.req.header('Sec-Fetch-Mode');
  return mode !== undefined ? mode === 'navigate' : (c.req.header('Accept')?.includes('text/html') ?? false);
}
