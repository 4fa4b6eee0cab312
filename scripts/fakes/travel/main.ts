/** `node scripts/fakes/travel/main.ts`: the travel provider in development. The product's code is the same with a real one. */
import { runFake } from '#scripts/fakes/core/run.ts';
import { serve } from '#scripts/fakes/travel/server.ts';

await runFake('Travel provider fake', { 'api-key': 'travel_local' }, (common, own) => serve({ ...common, apiKey: own['api-key'] }));
