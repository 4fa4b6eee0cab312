/** `node scripts/fakes/identity/main.ts`: a process that plays the sign-in providers in development. */
import { runFake } from '#scripts/fakes/core/run.ts';
import { serve } from '#scripts/fakes/identity/server.ts';

await runFake('Sign-in page', {}, serve);
