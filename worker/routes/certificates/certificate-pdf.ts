/** A certificate as a PDF, for its holder and for administrators. */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { openedByPage } from '#schema/certificates/certificate.ts';
import { routes } from '#schema/routes.ts';
import { statusAt } from '#worker/domain/certificates/certificate.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import type { CertificateRow } from '#worker/store/certificates/certificates.ts';

/** `email` stands for the name where there is none. */
export async function certificatePdf(
  c: Pick<Context<AppEnv>, 'body' | 'env' | 'var'>,
  certificate: CertificateRow,
  email: string,
): Promise<Response> {
  const { config, now } = c.var;
  // Few requests draw: neither the PDF library nor the font must make every isolate's start slower.
  const [{ drawCertificate }, { fontFilesFrom }] = await Promise.all([
    import('#worker/pdf/certificate.ts'),
    import('#worker/pdf/certificate/certificate-fonts.ts'),
  ]);
  const certificateToDraw = { ...certificate, status: statusAt(certificate, now), holderName: certificate.holderName ?? email };
  const pdf = await drawCertificate(certificateToDraw, fontFilesFrom(c.env.ASSETS, config.publicOrigin));
  return c.body(pdf, 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="vacation-certificate-${certificate.number}.pdf"`,
    'Cache-Control': 'private, no-store',
  });
}

/**
 * Whoever opens the link of a mail and is not signed in, or has another account, is led to the page of the certificates: it
 * asks them to sign in and then opens the PDF, or says whose account this is. Scripts and download links get the refusal as it is.
 */
export const visitorsToPage = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const isRefused = c.error instanceof ApiError && (c.error.status === 401 || c.error.status === 404);
  // The page itself has asked: it would be led back to itself for ever.
  if (!isRefused || !opensPage(c) || c.req.query(openedByPage) !== undefined) return;
  c.res = c.redirect(`${routes.certificates.path}?pdf=${encodeURIComponent(c.req.param('number') ?? '')}`);
});

/** Whether a person comes by a link, who reads a page; a link that downloads comes as a navigation too, but for no document. */
function opensPage(c: Context): boolean {
  const destination = c.req.header('Sec-Fetch-Dest');
  if (destination !== undefined) return destination === 'document';
  const mode = c.req.header('Sec-Fetch-Mode');
  return mode !== undefined ? mode === 'navigate' : (c.req.header('Accept')?.includes('text/html') ?? false);
}
