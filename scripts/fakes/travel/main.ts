/**
 * `node scripts/fakes/travel/main.ts`: fakes the travel provider in development. The product uses the same code as with a real provider.
 */
import { runFake } from '#scripts/fakes/core/run.ts';
import { serve } from '#scripts/fakes/travel/server.ts';

await runFake('Travel provider fake', { 'api-key': 'travel_local' }, (common, own) => serve({ ...common, apiKey: own['api-key'] }));
