/**
 * Before each test file, for one process runs file after file: its modules are evaluated anew, so that none remembers what
 * another file did and mocks of modules reach whoever imports them; nothing is stubbed, the clock is the real one.
 */
import '#tests/support/property-seed.ts';
import { vi } from 'vitest';

vi.resetModules();
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
