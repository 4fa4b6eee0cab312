/** Fetches a third-party design once, for the hash of the bytes the printer must print. */
import { designLimitBytes, designTimeoutSeconds } from '#schema/rules.ts';
import { toHexadecimal } from '#worker/domain/hexadecimal.ts';

/** `message` gives administrators the reason. */
export class DesignError extends Error {
  override name = 'DesignError';
}

const pdfMark = [...'%PDF-'].map((character) => character.charCodeAt(0));

/** Hexadecimal MD5 of the PDF at an already validated URL. Follows no redirects. Rejects with DesignError. */
export async function hashDesign(url: string, limits = { bytes: designLimitBytes, seconds: designTimeoutSeconds }): Promise<string> {
  const signal = AbortSignal.timeout(limits.seconds * 1_000);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new DesignError(`Downloading the design took longer than ${limits.seconds} seconds`)));
  });
  return Promise.race([fetchAndHash(url, limits.bytes, signal), late]);
}

async function fetchAndHash(url: string, limitBytes: number, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual', signal, headers: { Accept: 'application/pdf' } }).catch((cause: unknown) => {
    throw new DesignError('The design could not be downloaded', { cause });
  });
  if (answer.status >= 300 && answer.status < 400) throw new DesignError('The design URL redirects. Enter the final URL');
  if (answer.status !== 200 || !answer.body)
    throw new DesignError(`The design could not be downloaded: the server returned ${answer.status}`);
  const tooLarge = `The design can be at most ${Math.floor(limitBytes / 1_048_576)} MB`;
  if (Number(answer.headers.get('Content-Length') ?? 0) > limitBytes) throw new DesignError(tooLarge);

  const digest = new crypto.DigestStream('MD5');
  const writer = digest.getWriter();
  const head: number[] = [];
  let size = 0;
  try {
    for await (const chunk of answer.body) {
      size += chunk.byteLength;
      if (size > limitBytes) throw new DesignError(tooLarge);
      if (head.length < pdfMark.length) head.push(...chunk.subarray(0, pdfMark.length - head.length));
      await writer.write(chunk);
    }
  } catch (cause) {
    await writer.abort(cause).catch(() => undefined);
    digest.digest.catch(() => undefined);
    throw cause instanceof DesignError ? cause : new DesignError('The download of the design was interrupted', { cause });
  }
  await writer.close();
  if (!pdfMark.every((code, at) => head[at] === code)) throw new DesignError('The design must be a PDF');
  return toHexadecimal(await digest.digest);
}
