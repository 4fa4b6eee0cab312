/**
 * Runs before each test file. One process runs all files in turn, so this resets the modules for each file: no state leaks between files,
 * and module mocks take effect in the modules that import them. Nothing is stubbed; the clock is real.
 */
import '#tests/support/property-seed.ts';
import { vi } from 'vitest';

vi.resetModules();
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
