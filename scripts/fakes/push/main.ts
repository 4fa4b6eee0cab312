/** `node scripts/fakes/push/main.ts`: receives, decrypts and shows push notifications in development, as browsers' push services and browsers do. */
import { runFake } from '#scripts/fakes/core/run.ts';
import { serve } from '#scripts/fakes/push/server.ts';

await runFake('Push service', {}, (common) => serve(common));
