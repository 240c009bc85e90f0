import { Random } from '../random.ts';
import type { Answer, SurveyCase } from '../survey-case.ts';
import { bytesOf } from '../table.ts';

const shape = 'XML';
const random = new Random(200);
const times = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at)).join('');
const day = (at: number) => `2024-03-${String((at % 28) + 1).padStart(2, '0')}`;
const euros = () => `${random.below(900)}.${random.digits(2)}`;
const word = () => random.of(['bolt', 'cable', 'hinge', 'lamp', 'lever', 'panel', 'screw', 'valve']) + random.digits(2);

const line = (at: number) =>
  `<Line no="${at + 1}"><Article>${word()}</Article><Qty>${1 + random.below(9)}</Qty><Price>${euros()}</Price></Line>`;
const order = (at: number, lines: number) =>
  `<Order id="A${100 + at}"><Customer>${word()}</Customer><Ordered>${day(at)}</Ordered>${times(lines, line)}</Order>`;
const customer = (at: number) => `<Customer id="C${at}"><Name>${word()}</Name><Since>${day(at)}</Since></Customer>`;
const simple = (at: number) => `<Order id="A${at}"><Day>${day(at)}</Day><Total>${euros()}</Total></Order>`;

const ORDER_LINES: Answer = {
  format: 'XML',
  settings: { recordPath: '/Orders/Order/Line' },
  fields: [
    '/Orders/Order/@id STRING!',
    '/Orders/Order/Customer STRING!',
    '/Orders/Order/Ordered DATE!',
    '@no INTEGER!',
    'Article STRING!',
    'Qty INTEGER!',
    'Price DECIMAL!',
  ],
  accepted: 0,
};
const SIMPLE = ['@id STRING!', 'Day DATE!', 'Total DECIMAL!'];

interface Document {
  readonly title: string;
  readonly text: string;
  readonly answer: Answer | RegExp;
  readonly recordPath?: string;
}

const DOCUMENTS: readonly Document[] = [
  {
    title: 'orders with lines: each line is a record with the values of its order',
    text: `<Orders>${times(8, (at) => order(at, 2 + (at % 4)))}</Orders>`,
    answer: { ...ORDER_LINES, accepted: 28, notes: [/\/Orders\/Order\b/] },
  },
  {
    title: 'orders with one to three lines',
    text: `<Orders>${times(10, (at) => order(at, 1 + (at % 3)))}</Orders>`,
    answer: { ...ORDER_LINES, accepted: 19 },
  },
  {
    title: 'orders with lines, and a --record-path of the orders',
    recordPath: '/Orders/Order',
    text: `<Orders>${times(8, (at) => order(at, 3))}</Orders>`,
    answer: {
      format: 'XML',
      settings: { recordPath: '/Orders/Order' },
      fields: [
        '@id STRING!',
        'Customer STRING!',
        'Ordered DATE!',
        'Line/@no INTEGER!',
        'Line/Article STRING!',
        'Line/Qty INTEGER!',
        'Line/Price DECIMAL!',
      ],
      accepted: 8,
      notes: [/up to 3 values.*--record-path \/Orders\/Order\/Line/],
    },
  },
  {
    title: 'two lists: the longer one, and the other as a candidate',
    text: `<Export><Customers>${times(9, customer)}</Customers><Orders>${times(12, simple)}</Orders></Export>`,
    answer: {
      format: 'XML',
      settings: { recordPath: '/Export/Orders/Order' },
      fields: SIMPLE,
      accepted: 12,
      notes: [/--record-path \/Export\/Customers\/Customer/],
    },
  },
  {
    title: 'two lists, and a --record-path of the shorter one',
    recordPath: '/Export/Customers/Customer',
    text: `<Export><Customers>${times(9, customer)}</Customers><Orders>${times(12, simple)}</Orders></Export>`,
    answer: {
      format: 'XML',
      settings: { recordPath: '/Export/Customers/Customer' },
      fields: ['@id STRING!', 'Name STRING!', 'Since DATE!'],
      accepted: 9,
    },
  },
  {
    title: 'rows with attributes only',
    text: `<rates>${times(30, (at) => `<rate day="${day(at)}" currency="USD" value="1.${random.digits(4)}"/>`)}</rates>`,
    answer: {
      format: 'XML',
      settings: { recordPath: '/rates/rate' },
      fields: ['@day DATE!', '@currency STRING!', '@value DECIMAL!'],
      accepted: 30,
    },
  },
  {
    title: 'an address inside of each customer',
    text: `<customers>${times(20, (at) => `<customer><no>${at}</no><address><street>${word()}</street><zip>0${random.digits(4)}</zip></address></customer>`)}</customers>`,
    answer: {
      format: 'XML',
      settings: { recordPath: '/customers/customer' },
      fields: ['no INTEGER!', 'address/street STRING!', 'address/zip STRING!'],
      accepted: 20,
    },
  },
  {
    title: 'a list of texts inside of each product',
    text: `<products>${times(20, (at) => `<product><sku>${word()}</sku><price>${euros()}</price><tag>${word()}</tag>${at % 2 ? `<tag>${word()}</tag>` : ''}</product>`)}</products>`,
    answer: {
      format: 'XML',
      settings: { recordPath: '/products/product' },
      fields: ['sku STRING!', 'price DECIMAL!', 'tag STRING!'],
      accepted: 20,
      notes: [/joined/],
    },
  },
  {
    title: 'namespaces and a header',
    text: `<d:Batch xmlns:d="urn:x"><d:Head><d:Sender>ACME</d:Sender><d:Created>2024-03-31</d:Created></d:Head>${times(15, (at) => `<d:Item><d:Ref>R${at}</d:Ref><d:Sum>${euros()}</d:Sum></d:Item>`)}</d:Batch>`,
    answer: {
      format: 'XML',
      settings: { recordPath: '/Batch/Item' },
      fields: ['Ref STRING!', 'Sum DECIMAL!'],
      accepted: 15,
      notes: [/columnName: "\/Batch\/Head\/Sender"/],
    },
  },
  {
    title: 'a path that does not exist',
    recordPath: '/Export/Ordres/Order',
    text: `<Export><Orders>${times(12, simple)}</Orders></Export>`,
    answer: /no element .*\/Export\/Ordres\/Order.*\/Export\/Orders\/Order/,
  },
];

/** XML documents: flat, nested, with several lists. */
export const xml: readonly SurveyCase[] = DOCUMENTS.map(({ title, text, answer, recordPath }, at) => ({
  shape,
  title,
  fileName: `document-${at + 1}.xml`,
  bytes: bytesOf(text),
  answer,
  ...(recordPath === undefined ? {} : { recordPath }),
}));
