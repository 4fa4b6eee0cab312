import type { TravelProvider } from '#worker/clients/travel-provider.ts';
import type { Store } from '#worker/store/store.ts';

export interface TravelDeps {
  store: Store;
  travel: TravelProvider | null;
}
