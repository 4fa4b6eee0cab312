import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CardWay } from '#web/features/finding/nearby/CardWay.tsx';
import { clearFindingData } from '#web/features/finding/nearby/clear-finding-data.ts';
import { getDistanceUnit, readDistanceChoice, storeDistanceChoice } from '#web/lib/distance/distance-unit.ts';

const stubLanguage = (language: string) => void vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
const showDistance = () => render(<CardWay direction={{ meters: 5_000, bearing: 0, isInCardArea: false }} />);

beforeEach(() => storeDistanceChoice(null));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  storeDistanceChoice(null);
});

describe('the unit of distances', () => {
  test('is the region’s until the member chooses one', () => {
    stubLanguage('de-DE');
    expect([readDistanceChoice(), getDistanceUnit()]).toEqual([null, 'metric']);
    storeDistanceChoice('imperial');
    expect([readDistanceChoice(), getDistanceUnit()]).toEqual(['imperial', 'imperial']);
    storeDistanceChoice(null);
    expect(getDistanceUnit()).toBe('metric');
  });

  test('changes distances on the page at once', () => {
    showDistance();
    expect(screen.getByText('3.1 mi')).toBeTruthy();
    act(() => storeDistanceChoice('metric'));
    expect(screen.getByText('5.0 km')).toBeTruthy();
  });

  test('is right in the first render after a reload', () => {
    storeDistanceChoice('metric');
    showDistance();
    expect(screen.getByText('5.0 km')).toBeTruthy();
  });

  test('follows a change in another tab', () => {
    showDistance();
    localStorage.setItem('distance_unit', 'metric');
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'distance_unit' })));
    expect(screen.getByText('5.0 km')).toBeTruthy();
  });

  test('ignores a stored value that is not a unit', () => {
    localStorage.setItem('distance_unit', 'parsec');
    expect(readDistanceChoice()).toBeNull();
  });

  test('lasts until the page is closed if the browser does not allow storage', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    storeDistanceChoice('metric');
    expect(getDistanceUnit()).toBe('metric');
  });

  test('is forgotten after a sign-out', async () => {
    storeDistanceChoice('metric');
    await clearFindingData();
    expect(readDistanceChoice()).toBeNull();
  });
});
