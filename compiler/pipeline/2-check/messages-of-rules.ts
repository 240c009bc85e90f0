import { countCodePoints } from '../../kernel/values/text.ts';
import { MAX_MESSAGE_CODE_POINTS } from '../../language/rules/rule-kind.ts';
import { ruleName } from './model/all-rules.ts';
import type { Check } from './model/check.ts';

/**
 * Warns of messages of rules that are longer than MAX_MESSAGE_CODE_POINTS. An issue contains only the beginning of such
 * a message. It is not an error, because earlier versions accepted it.
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
