import { runFake } from '#scripts/fakes/core/run.ts';
import { serve } from '#scripts/fakes/identity/server.ts';

await runFake('Sign-in page', {}, serve);
