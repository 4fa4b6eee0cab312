/** `node scripts/identity-stand-in/main.ts`: a process that stands in for the sign-in providers in development. */
import { parseArgs } from 'node:util';
import { serve } from '#scripts/identity-stand-in/server.ts';
import { runStandIn, startOptions } from '#scripts/stand-in/run.ts';

const { values } = parseArgs({ options: startOptions });

await runStandIn('Sign-in page', values, (port) => serve({ port }));
