import type { TravelProvider } from '#worker/clients/travel-provider.ts';
import type { NamedKey } from '#worker/security/seal.ts';
import type { Store } from '#worker/store/store.ts';

export interface TravelDeps {
  store: Store;
  travel: TravelProvider | null;
}

export interface StayDeps {
  store: Store;
  travel: TravelProvider;
  /** Keys that encrypt travelers' data, current key first. */
  travelerKeys: readonly [NamedKey, ...NamedKey[]];
}
