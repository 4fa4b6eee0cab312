import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { openedByPage } from '#schema/certificates/certificate.ts';
import { routes } from '#schema/routes.ts';
import { getStatusAt } from '#worker/domain/certificates/certificate.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import type { CertificateRow } from '#worker/store/certificates/certificates.ts';

/** `email` replaces a missing name. */
export async function certificatePdf(
  c: Pick<Context<AppEnv>, 'body' | 'env' | 'var'>,
  certificate: CertificateRow,
  email: string,
): Promise<Response> {
  const { config, now } = c.var;
  // Loaded on demand: PDF library and font would slow down every isolate's start.
  const [{ drawCertificate }, { createFontReader }] = await Promise.all([
    import('#worker/pdf/certificate.ts'),
    import('#worker/pdf/certificate/certificate-fonts.ts'),
  ]);
  const certificateToDraw = { ...certificate, status: getStatusAt(certificate, now), holderName: certificate.holderName ?? email };
  const pdf = await drawCertificate(certificateToDraw, createFontReader(c.env.ASSETS, config.publicOrigin));
  return c.body(pdf, 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="vacation-certificate-${certificate.number}.pdf"`,
    'Cache-Control': 'private, no-store',
  });
}

/**
 * A person who opens a mailed link without the right session is redirected to the certificates page, which asks them to sign in and opens
 * the PDF, or names the account. Scripts and downloads get the plain refusal.
 */
export const visitorsToPage = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const isRefused = c.error instanceof ApiError && (c.error.status === 401 || c.error.status === 404);
  // Requested by the page itself: redirecting would loop.
  if (!isRefused || !opensPage(c) || c.req.query(openedByPage) !== undefined) return;
  c.res = c.redirect(`${routes.certificates.path}?pdf=${encodeURIComponent(c.req.param('number') ?? '')}`);
});

/** Whether the request is a person's navigation to a document; downloads navigate too, but to no document. */
function opensPage(c: Context): boolean {
  const destination = c.req.header('Sec-Fetch-Dest');
  if (destination !== undefined) return destination === 'document';
  const mode = c.req.header('Sec-Fetch-Mode');
  return mode !== undefined ? mode === 'navigate' : (c.req.header('Accept')?.includes('text/html') ?? false);
}
