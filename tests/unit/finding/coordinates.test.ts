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
    expect(parsePlace(typed, 'en')).toEqual({ place });
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
    expect(parsePlace(link, 'en')).toEqual({ place });
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
    expect(parsePlace(typed, 'en')).toEqual({ place: { latitude, longitude } });
  });

  test.each([
    ['-122.6, 45.5', 'swapped'],
    ['95, 200', 'latitude_out_of_range'],
    ['45, 200', 'longitude_out_of_range'],
    ['N 35° 75.0 W 082° 33.0', 'unreadable'],
    ['N 35° 35\' 75" W 082° 33\' 0"', 'unreadable'],
    ['N 35.5° 35.7 W 082° 33.0', 'unreadable'],
    ['N 35.5 S 82.5', 'same_axis'],
    ['N -35.5 W 82.5', 'unreadable'],
    ['35.595 - 82.551', 'unreadable'],
    ['35.595', 'unreadable'],
    ['1 2 3 4 5 6 7', 'unreadable'],
    ['1e1, 2e1', 'unreadable'],
    ['48.5 N 11.5 O', 'ambiguous_o'],
    ['N 48° 30 O 011° 30', 'ambiguous_o'],
    ['48,5 n 11,5 o', 'ambiguous_o'],
    ['https://maps.app.goo.gl/AbC123', 'link_without_place'],
    ['https://www.google.com/maps/place/Asheville', 'link_without_place'],
  ])('%s are refused with a reason', (typed, refusal) => {
    expect(parsePlace(typed, 'en')).toEqual({ refusal });
  });

  test.each([
    ['de', 'N 48° 30 O 011° 30', 48.5, 11.5],
    ['de', '48,5 n 11,5 o', 48.5, 11.5],
    ['de', 'N 48O 30 E 11O 30', 48.5, 11.5],
    ['fr', '48,5° N 1,5° O', 48.5, -1.5],
    ['es', 'N 40,5 O 3,5', 40.5, -3.5],
    ['nl', '52,5° NB, 4,5° OL', 52.5, 4.5],
    ['nl', 'Z 33,5 O 151,25', -33.5, 151.25],
    ['nl', 'Z 33,5 W 70,5', -33.5, -70.5],
    ['pt-br', 'S 22,5 O 43,25', -22.5, -43.25],
    ['pt-br', '38,5 N 9,5 L', 38.5, 9.5],
    ['cs', 'S 49° 30, V 14° 15', 49.5, 14.25],
    ['cs', 'J 33,5 Z 70,5', -33.5, -70.5],
    ['cs', '49,5° s. š., 14,25° v. d.', 49.5, 14.25],
    ['cs', '49,5 sever 14,25 východ', 49.5, 14.25],
    ['cs', 'S 33,5 E 151,25', -33.5, 151.25],
    ['cs', 'N 49,5 E 14,25', 49.5, 14.25],
    ['ja', '北緯35度41分 東経139度41分', 35.683333, 139.683333],
  ])('are read with the letters of the language %s: %s', (language, typed, latitude, longitude) => {
    expect(parsePlace(typed, language)).toEqual({ place: { latitude, longitude } });
  });

  test('are refused in Czech if S can be North or South', () => {
    expect(parseCoordinate('S 49° 30', 'latitude', 'cs')).toEqual({ refusal: 'ambiguous_s' });
    expect(parseCoordinate('J 33° 30', 'latitude', 'cs')).toEqual({ degrees: -33.5 });
  });

  test.each([
    'Asheville',
    'New York',
    '',
    '100 Mile House',
    'Neu-Ulm',
    'Asheville, NC 28801',
    '28801 Asheville',
    '28801',
    '28801-1234',
    '1010',
    '110 00',
    '0x23, 0x11',
    '0b11, 0b10',
    '東京',
    'Long Beach 90802',
  ])('do not include “%s”', (typed) => {
    expect(parsePlace(typed, 'en')).toBeNull();
  });

  test('are read back as they are shown, and never throw', () => {
    const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((millionths) => millionths / 1e6 + 0);
    fc.assert(
      fc.property(degrees(90), degrees(180), (latitude, longitude) => {
        const plain = (number: number) => number.toFixed(6);
        expect(parsePlace(`${plain(latitude)}, ${plain(longitude)}`, 'en')).toEqual({
          place: { latitude: expect.closeTo(latitude, 6), longitude: expect.closeTo(longitude, 6) },
        });
      }),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parsePlace(text, 'en')));
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
    expect(parseCoordinate(typed, 'latitude', 'en')).toEqual({ degrees });
  });

  test.each([
    ['W 082° 33.060', -82.551],
    ['82°33\'3.6" W', -82.551],
    ['-82,551', -82.551],
    ['11° 30′ Ost', 11.5],
    ['11,5 E', 11.5],
  ])('reads the longitude %j', (typed, degrees) => {
    expect(parseCoordinate(typed, 'longitude', 'en')).toEqual({ degrees });
  });

  test.each([
    ['0x23', 'unreadable'],
    ['1e1', 'unreadable'],
    ['0b11', 'unreadable'],
    ['Infinity', 'unreadable'],
    ['west', 'unreadable'],
    ['35.595, -82.551', 'unreadable'],
    ['82° 75', 'unreadable'],
    ['N 35° 35.700', 'other_axis'],
    ['11,5 O', 'ambiguous_o'],
    ['O 011° 30', 'ambiguous_o'],
  ])('refuses the longitude %j with a reason', (typed, refusal) => {
    expect(parseCoordinate(typed, 'longitude', 'en')).toEqual({ refusal });
  });
});
