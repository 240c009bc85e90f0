import type { Connector } from '../../connector/connector.ts';
import { ConnectorFailure } from '../../connector/failure.ts';
import { folderOf, joinPath, nameOf } from '../../connector/remote-path.ts';

/** How many names are tried if the name of a target is taken. */
export const MAX_NAMES = 1000;

/** Returns `a/b.csv` for 0, and `a/b.1.csv`, `a/b.2.csv` … for higher numbers. */
export function withNumber(path: string, number: number): string {
  if (number === 0) return path;
  const name = nameOf(path);
  const dot = name.indexOf('.', 1);
  const numbered = dot < 0 ? `${name}.${number}` : `${name.slice(0, dot)}.${number}${name.slice(dot)}`;
  return joinPath(folderOf(path), numbered);
}

/** Returns the first path with a number at which there is no file. Throws ConnectorFailure. */
export async function findFreePath(connector: Connector, wanted: string): Promise<string> {
  for (let number = 0; number < MAX_NAMES; number++) {
    const path = withNumber(wanted, number);
    if ((await connector.stat(path)) === null) return path;
  }
  throw noFreePath(wanted);
}

/** Returns the failure of a path whose names are all taken. */
export function noFreePath(wanted: string): ConnectorFailure {
  return new ConnectorFailure('already_exists', `"${wanted}" and ${MAX_NAMES - 1} other names exist already.`);
}
