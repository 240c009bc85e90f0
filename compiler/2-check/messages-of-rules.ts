import { countCodePoints } from '../kernel/values/text.ts';
import { MAX_MESSAGE_CODE_POINTS } from '../rules/rule-kind.ts';
import { ruleName } from './all-rules.ts';
import type { Check } from './check.ts';

/**
 * Warns of rule messages that are longer than the message of an issue, which cuts them. They are not errors, because
 * earlier versions accepted them.
 */
export const checkMessagesOfRules: Check = ({ validationRules = [] }, report) => {
  for (const [index, rule] of validationRules.entries()) {
    const length = countCodePoints(rule.message ?? '');
    if (length > MAX_MESSAGE_CODE_POINTS)
      report('message_cut', `/validationRules/${index}/message`, {
        by: ruleName(rule),
        length,
        max: MAX_MESSAGE_CODE_POINTS,
      });
  }
};
