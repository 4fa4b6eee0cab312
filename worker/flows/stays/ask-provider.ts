import { errorText } from '#worker/log.ts';
import type { Store } from '#worker/store/store.ts';

/** Makes a call to the travel provider. If it fails, saves the error, which administrators see, and rejects with it. */
export async function askProvider<Answer>(
  store: Pick<Store, 'stayMaintenance'>,
  certificateId: number,
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    await store.stayMaintenance.recordError(certificateId, errorText(error));
    throw error;
  }
}
