import type { Random } from '../../../support/random.ts';
import { HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile-values.ts';

type Container = Record<string | number, unknown>;

/** Returns a copy of a JSON value in which some members are replaced, removed, renamed, copied or moved. */
export function mutateJson(value: unknown, random: Random): unknown {
  // Wrapped, so that the whole value can be replaced, too.
  const root: Container = { whole: structuredClone(value) };
  const changes = 1 + random.below(random.oneIn(4) ? 6 : 2);
  for (let change = 0; change < changes; change++) {
    const places = placesOf(root);
    const [first, ...others] = places;
    if (first === undefined) break;
    changeAt(random.pick([first, ...others]), places, random);
  }
  return root['whole'];
}

interface Place {
  container: Container;
  name: string;
}

const MOST_PLACES = 5000;

function placesOf(root: Container): Place[] {
  const places: Place[] = [];
  const waiting: Container[] = [root];
  for (let container = waiting.pop(); container !== undefined; container = waiting.pop())
    for (const name of Object.keys(container)) {
      if (places.length >= MOST_PLACES) return places;
      places.push({ container, name });
      const inner = container[name];
      if (typeof inner === 'object' && inner !== null) waiting.push(inner as Container);
    }
  return places;
}

function changeAt({ container, name }: Place, places: readonly Place[], random: Random): void {
  const value = container[name];
  switch (random.below(8)) {
    case 0:
      container[name] = structuredClone(random.pick(HOSTILE_VALUES));
      break;
    case 1:
      container[name] = random.pick(HOSTILE_TEXTS);
      break;
    case 2:
      delete container[name];
      break;
    case 3:
      container[random.pick(HOSTILE_TEXTS)] = value;
      break;
    case 4: {
      const other = places[random.below(places.length)];
      if (other !== undefined) container[name] = structuredClone(other.container[other.name]);
      break;
    }
    case 5:
      container[name] = typeof value === 'number' ? value * random.pick([-1, 0.1, 1e9]) : JSON.stringify(value);
      break;
    case 6:
      container[name] = [value, value];
      break;
    default:
      container[name] = { [name]: value };
  }
}

/** Returns the text of a JSON value, sometimes with what JSON forbids or leaves open: comments, repeated names, NaN. */
export function writeJson(value: unknown, random: Random): string {
  // A lone surrogate is written as an escape.
  const text = JSON.stringify(value) ?? 'undefined';
  if (!random.oneIn(6)) return text;
  return random.pick([
    () => `\ufeff${text}`,
    () => `${text}${text}`,
    () => text.replace('{', `{${text.slice(1, 1 + text.indexOf(',')) || '"a":1,'}`),
    () => text.replace(/\d+/, 'NaN'),
    () => text.replace(',', ',,'),
    () => `/* */${text}`,
    () => text.slice(0, -1),
    () => text.replace('"', "'"),
    () => `${'['.repeat(20_000)}`,
    () => text.replace(/"(?=:)/, '\\u0000"'),
  ])();
}
