import { isBound, mayUseSpec, mayUseTopic, type Principal } from '../../state/access/principal.ts';
import { Problem } from './problem.ts';

/** Creates the Problem (403) for a spec that the caller may not use. */
export function forbidSpec(field?: string): Problem {
  return new Problem('forbidden', 'the caller may not use this spec', field === undefined ? {} : { field });
}

/** Throws a Problem (403) if the caller may not use the spec with this name. `field` names the part of the form. */
function requireSpec(principal: Principal, name: string, field?: string): void {
  if (!mayUseSpec(principal, name)) throw forbidSpec(field);
}

/** What a request asks for, and who sends it. */
export interface SpecAccess {
  idOrName: string;
  principal: Principal;
  field?: string;
}

/**
 * Throws a Problem (403) if the caller may not use the spec that was found. If there is none, also throws if the caller
 * may not use a spec with that name: the answer does not show whether it exists.
 */
export function requireFoundSpec(spec: { name: string } | null, { idOrName, principal, field }: SpecAccess): void {
  if (spec !== null) requireSpec(principal, spec.name, field);
  else if (!UUID.test(idOrName)) requireSpec(principal, idOrName, field);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Throws a Problem (403) if the caller may not use this topic. `field` names the part of the form. */
export function requireTopic(principal: Principal, topic: string, field?: string): void {
  if (!mayUseTopic(principal, topic))
    throw new Problem('forbidden', 'the caller may not use this topic', field === undefined ? {} : { field });
}

/**
 * Throws a Problem (403) if the caller may use only some topics or specs. What belongs to no topic and no spec, such as an
 * integration, or to all of them, such as the metrics, is not for such a caller.
 */
export function requireUnbound(principal: Principal): void {
  if (isBound(principal))
    throw new Problem('forbidden', 'a key that is bound to topics or specs may not do this: use a key without bounds');
}
