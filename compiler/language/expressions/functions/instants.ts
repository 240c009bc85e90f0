import { code, literal } from '../../../emitting/code/literal.ts';
import { emitZone } from '../../../emitting/zones/emit-zone.ts';
import { planZone, zoneNames } from '../../../emitting/zones/transitions.ts';
import { createFunction, type ExpressionFunction, literalOf } from './function.ts';

/** The functions that return instants. */
export const instantFunctions: readonly ExpressionFunction[] = [
  createFunction({
    name: 'timestamp',
    signature: 'timestamp(date, time, zone)',
    doc: 'The instant of a day and a time in a zone, such as `"Europe/Berlin"`. VALUE_NOT_COMPUTED if the local time exists twice or not at all, and for years outside 1970 to 2100.',
    parameters: [
      { name: 'date', types: ['date'] },
      { name: 'time', types: ['time'] },
      { name: 'zone', types: ['string'], isLiteral: true },
    ],
    mayFail: true,
    result: 'timestamp',
    plan([, , zone], fault): string | null {
      const name = zone === undefined ? null : literalOf(zone);
      if (zone === undefined || typeof name !== 'string') return null;
      if (planZone(name) !== null) return name;
      fault('unknown_zone', zone, { zone: name, known: zoneNames() });
      return null;
    },
    keptArgs: (args) => args.slice(0, 2),
    declare(operand, _, scope) {
      const zone = operand as string;
      const planned = planZone(zone);
      if (planned === null) return [];
      const constant = scope.patternFunction('timeZoneOf', zone).source;
      return [scope.include({ code: emitZone(constant, zone, planned), imports: ['createZone'] })];
    },
    emit({ args: [day = code`null`, time = code`null`], operand, scope, record }) {
      const zone = operand as string;
      const constant = scope.patternFunction('timeZoneOf', zone);
      return code`${scope.use('toInstantOrFail')}(${day}, ${time}, ${constant}, ${literal(zone)}, ${record})`;
    },
    sentence: ([day, time], operand) => `the instant of ${day} and ${time} in ${operand as string}`,
  }),
];
