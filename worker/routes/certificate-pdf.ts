/** A certificate as a PDF, for its holder and for administrators. */
import type { Context } from 'hono';
import { statusAt } from '#worker/domain/certificate.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import type { CertificateRow } from '#worker/store/certificates.ts';

/** `email` stands for the name where there is none. */
export async function certificatePdf(
  c: Pick<Context<AppEnv>, 'body' | 'env' | 'var'>,
  certificate: CertificateRow,
  email: string,
): Promise<Response> {
  const { config, now } = c.var;
  // Few requests draw: neither the PDF library nor the font must make every isolate's start slower.
  const [{ drawCertificate }, { fontFilesFrom }] = await Promise.all([
    import('#worker/drawing/certificate.ts'),
    import('#worker/drawing/certificate/certificate-fonts.ts'),
  ]);
  const drawn = { ...certificate, status: statusAt(certificate, now), holderName: certificate.holderName ?? email };
  const pdf = await drawCertificate(drawn, fontFilesFrom(c.env.ASSETS, config.publicOrigin));
  return c.body(pdf, 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="vacation-certificate-${certificate.number}.pdf"`,
    'Cache-Control': 'private, no-store',
  });
}
