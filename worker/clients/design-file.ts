/** Fetches a third-party design once to hash the exact bytes that the printer will print. */
import { designLimitBytes, designTimeoutSeconds } from '#schema/rules.ts';
import { toHexadecimal } from '#worker/domain/hexadecimal.ts';

/** Thrown if the design could not be fetched. `message` explains the reason to administrators. */
export class DesignError extends Error {
  override name = 'DesignError';
}

const pdfSignature = [...'%PDF-'].map((character) => character.charCodeAt(0));

/** Returns the hexadecimal MD5 hash of the PDF at an already validated URL. Does not follow redirects. Rejects with DesignError. */
export async function hashDesign(url: string, limits = { bytes: designLimitBytes, seconds: designTimeoutSeconds }): Promise<string> {
  const signal = AbortSignal.timeout(limits.seconds * 1_000);
  const timeout = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new DesignError(`Downloading the design took longer than ${limits.seconds} seconds`)));
  });
  return Promise.race([fetchAndHash(url, limits.bytes, signal), timeout]);
}

async function fetchAndHash(url: string, limitBytes: number, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { redirect: 'manual', signal, headers: { Accept: 'application/pdf' } }).catch((cause: unknown) => {
    throw new DesignError('The design could not be downloaded', { cause });
  });
  if (response.status >= 300 && response.status < 400) throw new DesignError('The design URL redirects. Enter the final URL');
  if (response.status !== 200 || !response.body)
    throw new DesignError(`The design could not be downloaded: the server returned ${response.status}`);
  const tooLargeMessage = `The design can be at most ${Math.floor(limitBytes / 1_048_576)} MB`;
  if (Number(response.headers.get('Content-Length') ?? 0) > limitBytes) throw new DesignError(tooLargeMessage);

  const digest = new crypto.DigestStream('MD5');
  const writer = digest.getWriter();
  const head: number[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body) {
      size += chunk.byteLength;
      if (size > limitBytes) throw new DesignError(tooLargeMessage);
      if (head.length < pdfSignature.length) head.push(...chunk.subarray(0, pdfSignature.length - head.length));
      await writer.write(chunk);
    }
  } catch (cause) {
    await writer.abort(cause).catch(() => undefined);
    digest.digest.catch(() => undefined);
    throw cause instanceof DesignError ? cause : new DesignError('The download of the design was interrupted', { cause });
  }
  await writer.close();
  if (!pdfSignature.every((code, at) => head[at] === code)) throw new DesignError('The design must be a PDF');
  return toHexadecimal(await digest.digest);
}
