/** Parsing of coordinates in the formats used by geocachers, map programs and phones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCoordinate, parsePlace } from '#schema/finding/coordinates.ts';

const place = { latitude: 35.595, longitude: -82.551 };

describe('coordinates', () => {
  test.each([
    '35.595, -82.551',
    '35.595 -82.551',
    '35.595,-82.551',
    '35,595 -82,551',
    '35,595, -82,551',
    '35,595; -82,551',
    '35.595; -82.551',
    '35.595/-82.551',
    '35.595\n-82.551',
    '(35.595, -82.551)',
    '[35.595, -82.551]',
    '{"lat": 35.595, "lng": -82.551}',
    '+35.595 -082.551',
    '35.595, - 82.551',
    '35.595, −82.551',
    '35.595, –82.551',
    '35.595, －82.551',
    '３５．５９５，−８２．５５１',
    '٣٥٫٥٩٥، -٨٢٫٥٥١',
    '३५.५९५, -८२.५५१',
    '\u200E35.595, -82.551\u200E',
    '35.595°, −82.551°',
    '35.595º, −82.551º',
    '35.595˚, −82.551˚',
    '35.595° N, 82.551° W',
    '35,595° N, 82,551° W',
    '35.595 N 82.551 W',
    '35.595n 82.551w',
    'N35.595 W82.551',
    'N 35,595 W 82,551',
    'W82.551 N35.595',
    'N 35.595 W -82.551',
    'N 35° 35.700 W 082° 33.060',
    'N 35° 35.700’ W 082° 33.060’',
    'N 35° 35,700 W 082° 33,060',
    'N35 35.700 W82 33.060',
    'N 35o 35.700 W 082o 33.060',
    'N 35-35.700 W 082-33.060',
    "35° 35.700' N / 82° 33.060' W",
    '35°35.700′N 082°33.060′W',
    '35 35.700, -82 33.060',
    'W 082° 33.060 N 35° 35.700',
    '35° 35\' 42" N 82° 33\' 3.6" W',
    '35°35′42″N 82°33′3.6″W',
    '35°35’42” N 82°33’3.6” W',
    "35°35'42''N 82°33'3.6''W",
    '35º35ʹ42ʺN 82º33ʹ3.6ʺW',
    '35°35`42``N 82°33`3.6``W',
    '35:35:42N 82:33:03.6W',
    '35 35 42 N, 82 33 3.6 W',
    '35d35m42s N 82d33m3.6s W',
    '35 deg 35 min 42 sec N, 82 deg 33 min 3.6 sec W',
    "N 35° 35' 42\" W 82° 33.060'",
    'lat: 35.595, lng: -82.551',
    'lng: -82.551, lat: 35.595',
    'Latitude: 35.595 N, Longitude: 82.551 W',
    '35,595 Nord, 82,551 West',
    '35.595 Norte 82.551 Oeste',
    '35.595 Nord 82.551 Ouest',
    '北緯35度35分42秒 西経82度33分3.6秒',
    '北纬35°35′42″ 西经82°33′3.6″',
    '35.595° с. ш. 82.551° з. д.',
  ])('are read as the same place in the form %j', (typed) => {
    expect(parsePlace(typed)).toEqual({ place });
  });

  test.each([
    'geo:35.595,-82.551',
    'geo:35.595,-82.551;u=35',
    'geo:35.595,-82.551,650?z=17',
    'geo:0,0?q=35.595,-82.551(Old mill)',
    'geo:35.6,-82.5?q=35.595,-82.551',
    'https://www.google.com/maps/place/Old+Mill/@35.6,-82.5,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d35.595!4d-82.551!16s',
    "https://www.google.com/maps/place/35%C2%B035'42.0%22N+82%C2%B033'03.6%22W/@35.6,-82.5,17z",
    'https://www.google.com/maps/search/?api=1&query=35.595%2C-82.551',
    'https://www.google.com/maps/search/35.595,+-82.551?entry=tts',
    'https://www.google.com/maps/dir/35.1,-82.1/35.595,-82.551/@35.3,-82.3,10z',
    'https://www.google.com/maps/dir/?api=1&destination=35.595,-82.551',
    'https://www.google.com/maps/@35.595,-82.551,15z',
    'https://maps.google.com/?q=35.595,-82.551',
    'https://maps.google.com/maps?q=loc:35.595,-82.551&ll=35.6,-82.5',
    'maps.google.com/?q=35.595,-82.551',
    'https://maps.apple.com/?ll=35.595,-82.551&q=Old%20Mill',
    'https://maps.apple.com/?q=35.595,-82.551&sll=35.6,-82.5&z=10',
    'https://maps.apple.com/place?coordinate=35.595,-82.551&name=Old%20Mill&center=35.6,-82.5',
    'Old Mill\nhttps://maps.apple.com/?ll=35.595,-82.551',
    'https://www.openstreetmap.org/?mlat=35.595&mlon=-82.551#map=17/35.6/-82.5',
    'https://www.openstreetmap.org/#map=17/35.595/-82.551',
    'https://www.openstreetmap.org/node/1#map=17/35.595/-82.551&layers=N',
    'https://www.bing.com/maps?cp=35.595~-82.551&lvl=17',
    'https://waze.com/ul?ll=35.595%2C-82.551&navigate=yes',
  ])('are read from %s, the pin before the view', (link) => {
    expect(parsePlace(link)).toEqual({ place });
  });

  test.each([
    ['48,1 11,5', 48.1, 11.5],
    ['0, 0', 0, 0],
    ['-90 180', -90, 180],
    ['S 33° 51.4 E 151° 12.9', -33.856667, 151.215],
    ["S 33° 51' 24 E 151° 12' 54", -33.856667, 151.215],
    ["33° 51' 24 S 151° 12' 54 E", -33.856667, 151.215],
    ['48, 11', 48, 11],
    ['48 11', 48, 11],
    ['-0° 30, -0° 15', -0.5, -0.25],
    ['-33.5 -70.6', -33.5, -70.6],
    ['S -33.5 W -70.6', -33.5, -70.6],
  ])('are read with sign and decimals: %s', (typed, latitude, longitude) => {
    expect(parsePlace(typed)).toEqual({ place: { latitude, longitude } });
  });

  test.each([
    ['-122.6, 45.5', /swap the two/],
    ['95, 200', /Latitude must be between -90 and 90/],
    ['45, 200', /Longitude must be between -180 and 180/],
    ['N 35° 75.0 W 082° 33.0', /can’t read these coordinates/],
    ['N 35° 35\' 75" W 082° 33\' 0"', /can’t read these coordinates/],
    ['N 35.5° 35.7 W 082° 33.0', /can’t read these coordinates/],
    ['N 35.5 S 82.5', /must be N or S/],
    ['N -35.5 W 82.5', /can’t read these coordinates/],
    ['35.595 - 82.551', /can’t read these coordinates/],
    ['35.595', /can’t read these coordinates/],
    ['1 2 3 4 5 6 7', /can’t read these coordinates/],
    ['1e1, 2e1', /can’t read these coordinates/],
    ['48.5 N 11.5 O', /Please write W or E/],
    ['N 48° 30 O 011° 30', /Please write W or E/],
    ['48,5 n 11,5 o', /Please write W or E/],
    ['https://maps.app.goo.gl/AbC123', /This link names no place/],
    ['https://www.google.com/maps/place/Asheville', /This link names no place/],
  ])('%s are refused with a reason', (typed, words) => {
    expect(parsePlace(typed)).toEqual({ refusal: expect.stringMatching(words) });
  });

  test.each([
    'Asheville',
    'New York',
    '',
    '100 Mile House',
    'Neu-Ulm',
    'Asheville, NC 28801',
    '28801 Asheville',
    '0x23, 0x11',
    '0b11, 0b10',
    '東京',
    'Long Beach 90802',
  ])('do not include “%s”', (typed) => {
    expect(parsePlace(typed)).toBeNull();
  });

  test('are read back as they are shown, and never throw', () => {
    const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((millionths) => millionths / 1e6 + 0);
    fc.assert(
      fc.property(degrees(90), degrees(180), (latitude, longitude) => {
        const plain = (number: number) => number.toFixed(6);
        expect(parsePlace(`${plain(latitude)}, ${plain(longitude)}`)).toEqual({
          place: { latitude: expect.closeTo(latitude, 6), longitude: expect.closeTo(longitude, 6) },
        });
      }),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parsePlace(text)));
  });
});

describe('a field for one coordinate', () => {
  test.each([
    ['35.595', 35.595],
    ['35,595', 35.595],
    ['３５．５９５', 35.595],
    ['٣٥٫٥٩٥', 35.595],
    ['35.595°', 35.595],
    ['N 35.595', 35.595],
    ['35,595 N', 35.595],
    ['N 35° 35.700', 35.595],
    ['N 35° 35,700', 35.595],
    ['35° 35.700', 35.595],
    ['35 35.7', 35.595],
    ['35°35\'42"N', 35.595],
    ['35:35:42', 35.595],
    ['S 33° 51.4', -33.856667],
    ['−33.5', -33.5],
    ['- 33.5', -33.5],
    ['latitude 35.595', 35.595],
    ['0', 0],
    ['95', 95],
  ])('reads the latitude %j', (typed, degrees) => {
    expect(parseCoordinate(typed, 'latitude')).toEqual({ degrees });
  });

  test.each([
    ['W 082° 33.060', -82.551],
    ['82°33\'3.6" W', -82.551],
    ['-82,551', -82.551],
    ['11° 30′ Ost', 11.5],
    ['11,5 E', 11.5],
  ])('reads the longitude %j', (typed, degrees) => {
    expect(parseCoordinate(typed, 'longitude')).toEqual({ degrees });
  });

  test.each([
    ['0x23', /can’t read this longitude/],
    ['1e1', /can’t read this longitude/],
    ['0b11', /can’t read this longitude/],
    ['Infinity', /can’t read this longitude/],
    ['west', /can’t read this longitude/],
    ['35.595, -82.551', /can’t read this longitude/],
    ['82° 75', /can’t read this longitude/],
    ['N 35° 35.700', /This is a latitude, not a longitude/],
    ['11,5 O', /Please write W or E/],
    ['O 011° 30', /Please write W or E/],
  ])('refuses the longitude %j with a reason', (typed, words) => {
    expect(parseCoordinate(typed, 'longitude')).toEqual({ refusal: expect.stringMatching(words) });
  });
});
