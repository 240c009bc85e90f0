/** Notes below the table of rules in the language reference, in Markdown. */
export const ruleNotes = [
  '* Every rule has a `ruleId`, which is unique in the spec, and a `field`. `message` and `severity` are optional. The',
  '  default severity is ERROR. The default message is one sentence with the field and the operand.',
  '* `required: true` on a field is a REQUIRED rule with the ruleId `required:<field>` and the severity of',
  '  `onMissingRequired` (default FATAL). It is checked first. A listed REQUIRED rule has its own severity.',
  '* Null breaks no rule except REQUIRED.',
  '* Rules judge the value as it appears in the message, and issues show it in that form: `0.00` for `0,00`.',
  '* ALLOWED_VALUES takes a YAML list, or one text with commas; blanks around each value of the text are dropped.',
  '  Numbers compare by value: `12`, `12.0` and `012.00` are equal.',
  '* DATE_RANGE takes `from,to`. Both days are included, and either side may be empty. A side is an ISO date, `today`,',
  '  or `today` with an offset of up to 99,999 days, months or years: `today-90d`, `today+3m`, `today+1y`. `today` is',
  '  the day in UTC on which the run starts; it does not change when a run resumes.',
  '* The operands of MIN_VALUE, MAX_VALUE, MIN_LENGTH and MAX_LENGTH are texts, so that no digit is lost. They may be',
  '  written without quotes.',
].join('\n');
