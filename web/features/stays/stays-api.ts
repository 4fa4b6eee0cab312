import { mutate } from 'swr';
import * as v from 'valibot';
import { StayCatalogue } from '#schema/stays/catalogue.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { ApiError } from '#web/lib/api-error.ts';

const cataloguePath = '/api/stays/catalogue';

export function useStayCatalogue() {
  return useQuery(cataloguePath, StayCatalogue, { revalidatesOnMount: true });
}

/** Returns whether the server rejected a redemption because the terms have changed. If so, shows the new terms. */
export function takeNewTerms(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.body?.code !== 'stay_costs_changed') return false;
  const catalogue = v.safeParse(StayCatalogue, error.body.data);
  void mutate(cataloguePath, catalogue.success ? catalogue.output : undefined, { revalidate: !catalogue.success });
  return true;
}
