declare namespace Cloudflare {
  interface Env {
    DB: D1Database;
    SESSIONS: KVNamespace;
    USER_TOKEN_KEY: string;
    ADMIN_TOKEN_KEY: string;
    PUBLIC_ORIGIN: string;
    ENVIRONMENT: string;
    LOCAL_SIGN_IN_BASE: string;
    STRIPE_API_BASE: string;
    TRAVEL_API_BASE: string;
    LINK_SIGNING_KEY: string;
    ADDRESS_HASH_KEY: string;
    PERSON_HASH_KEY: string;
    TRAVELER_DATA_KEY: string;
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[];
  }
}
