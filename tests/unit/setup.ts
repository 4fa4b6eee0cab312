/**
 * Runs before each test file. One process runs all files in turn, so this resets the modules for each file: no state leaks between files,
 * and module mocks reach their importers. Nothing is stubbed; the clock is real.
 */
import '#tests/support/property-seed.ts';
import { vi } from 'vitest';

vi.resetModules();
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
