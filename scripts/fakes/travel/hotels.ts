/** Invented hotels at the destinations of the fake travel provider, keyed by destination id. */
export interface Hotel {
  name: string;
  address: string;
  latitude: number;
  longitude: number;
  room: string;
  checkIn: string;
  phone: string;
}

export const hotels: Record<string, Hotel> = {
  asheville: {
    name: 'The Laurel House',
    address: '48 Haywood Street, Asheville, NC 28801, United States',
    latitude: 35.5951,
    longitude: -82.5563,
    room: 'Studio with queen bed and sofa bed, mountain view',
    checkIn: 'From 4 pm at the front desk. Parking is behind the house.',
    phone: '+1 828 555 0141',
  },
  sedona: {
    name: 'Red Butte Lodge',
    address: '215 Jordan Road, Sedona, AZ 86336, United States',
    latitude: 34.8739,
    longitude: -111.7631,
    room: 'Casita with kitchenette, two queen beds',
    checkIn: 'From 3 pm at the lodge office, which is open until 9 pm.',
    phone: '+1 928 555 0117',
  },
  'bar-harbor': {
    name: 'Frenchman Bay Inn',
    address: '12 West Street, Bar Harbor, ME 04609, United States',
    latitude: 44.3891,
    longitude: -68.2071,
    room: 'Harbor room with two double beds',
    checkIn: 'From 3 pm. After 8 pm, the night bell is at the side door.',
    phone: '+1 207 555 0163',
  },
  'lake-tahoe': {
    name: 'Pinecone Resort',
    address: '3900 Lake Tahoe Boulevard, South Lake Tahoe, CA 96150, United States',
    latitude: 38.9463,
    longitude: -119.9608,
    room: 'One-bedroom condo with kitchen and fireplace',
    checkIn: 'From 4 pm at reception. Bring snow chains from November to April.',
    phone: '+1 530 555 0188',
  },
  'black-forest': {
    name: 'Gasthof Dreisam',
    address: 'Kartäuserstraße 51, 79102 Freiburg, Germany',
    latitude: 47.9925,
    longitude: 7.8662,
    room: 'Family room with balcony, breakfast included',
    checkIn: 'From 2 pm in the restaurant. Guests get a free pass for local trains and buses.',
    phone: '+49 761 555 0124',
  },
  'lake-district': {
    name: 'Derwent Lodge',
    address: '7 The Heads, Keswick CA12 5ES, United Kingdom',
    latitude: 54.5987,
    longitude: -3.1412,
    room: 'Apartment with one bedroom and sofa bed',
    checkIn: 'From 3 pm. The key safe is by the front door; the code comes by text message.',
    phone: '+44 17687 555 019',
  },
  lisbon: {
    name: 'Hotel Miradouro da Graça',
    address: 'Largo da Graça 82, 1170-165 Lisboa, Portugal',
    latitude: 38.7164,
    longitude: -9.1312,
    room: 'Double room with city view, breakfast included',
    checkIn: 'From 3 pm at reception, which never closes. Tram 28 stops at the door.',
    phone: '+351 21 555 0137',
  },
  kyoto: {
    name: 'Kamogawa Ryokan',
    address: '318 Kiyamachi-dori, Shimogyo-ku, Kyoto 600-8015, Japan',
    latitude: 35.0016,
    longitude: 135.7697,
    room: 'Tatami room for two, breakfast included',
    checkIn: 'From 3 pm to 9 pm. Please leave your shoes at the entrance.',
    phone: '+81 75 555 0152',
  },
  queenstown: {
    name: 'Remarkables View Hotel',
    address: '25 Frankton Road, Queenstown 9300, New Zealand',
    latitude: -45.0325,
    longitude: 168.6682,
    room: 'Lake view room with king bed',
    checkIn: 'From 2 pm at reception. The airport shuttle stops outside.',
    phone: '+64 3 555 0176',
  },
  cusco: {
    name: 'Casa de los Balcones',
    address: 'Calle Suecia 410, Cusco 08002, Peru',
    latitude: -13.5149,
    longitude: -71.9796,
    room: 'Double room on the courtyard, breakfast and coca tea included',
    checkIn: 'From 1 pm. Rest on the first day: the city is 3,400 m high.',
    phone: '+51 84 555 019',
  },
  reykjavik: {
    name: 'Hótel Tjörnin',
    address: 'Tjarnargata 31, 101 Reykjavík, Iceland',
    latitude: 64.1449,
    longitude: -21.9451,
    room: 'Double room with a view of the pond',
    checkIn: 'From 3 pm at reception. The airport bus stops two minutes away.',
    phone: '+354 555 0143',
  },
  'cape-town': {
    name: 'Kloof Garden Hotel',
    address: '114 Kloof Street, Gardens, Cape Town 8001, South Africa',
    latitude: -33.9321,
    longitude: 18.4108,
    room: 'Garden room with king bed, breakfast included',
    checkIn: 'From 2 pm. The gate opens when you ring; guards are there all night.',
    phone: '+27 21 555 0169',
  },
};
