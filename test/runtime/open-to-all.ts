import { createAnswerBudget } from '../../runtime/server/http/answer-budget.ts';
import { createStreamSlots } from '../../runtime/server/http/stream-slots.ts';
import type { AuditLog } from '../../runtime/state/access/audit/audit-log.ts';
import { known } from '../../runtime/state/access/authenticated.ts';
import type { Access } from '../../runtime/state/access/control/open-access.ts';
import { ANYBODY } from '../../runtime/state/access/principal.ts';

/** No access control: every caller may do everything. */
export const openToAll: Access = {
  isControlled: false,
  acceptedCredentials: [],
  authenticate: async () => known(ANYBODY),
  rate: null,
  close: async () => {},
};

/** An audit that records nothing. */
export const noAudit: AuditLog = {
  record: () => {},
  recordChange: async () => {},
  storeBefore: async () => {},
  recordStored: async () => {},
  list: async () => [],
  close: async () => {},
};

/** Responses without a limit of their memory. */
export const unlimitedAnswers = {
  answers: createAnswerBudget({ max: Infinity, maxPerCaller: Infinity }),
  contents: createAnswerBudget({ max: Infinity, maxPerCaller: Infinity }),
  tableFiles: createAnswerBudget({ max: Infinity, maxPerCaller: Infinity }),
  results: createStreamSlots({ max: Infinity, maxPerCaller: Infinity }),
  earlyResults: createStreamSlots({ max: Infinity, maxPerCaller: Infinity }),
};
