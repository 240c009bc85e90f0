/** A date that begins with the English name of a month: `Jan 5, 2024`, `Jan-5-2024`. */
const MONTH_FIRST =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)[-. ]\d{1,2},?[-. ]\d{2,4}$/i;

/** Whether a text looks like a number, a date or a truth value. */
export function isTypedText(text: string): boolean {
  return (
    /^[+-]?[\d.,' \u00a0]*\d[\d.,' \u00a0]*[%+-]?$/.test(text) ||
    /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?$/.test(text) ||
    /^(?:true|false)$/i.test(text) ||
    /^\d{1,2}[-. ][A-Za-z]{3,9}[-. ]\d{2,4}$/.test(text) ||
    MONTH_FIRST.test(text)
  );
}

/** Whether a text looks like a date, with or without a time of day. */
export function isDateText(text: string): boolean {
  return (
    /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?:[T ].*)?$/.test(text) ||
    /^\d{1,2}[-. ][A-Za-z]{3,9}[-. ]\d{2,4}$/.test(text) ||
    MONTH_FIRST.test(text)
  );
}

const UNIT =
  /^(?:[%‰°€$£¥-]|°[CF]|[kMG]?W(?:h)?|[kmcµn]?m[²³]?|[kmµ]?g|t|[mc]?l|h|min|m?s|k?Pa|h?Pa|m\/s|km\/h|k?V|m?A|Hz|EUR|USD|GBP|CHF|JPY|Stk\.?|Stück|pcs\.?|qty|ha)$/u;
const TYPE =
  /^(?:(?:small|big)?int(?:eger)?|decimal|num(?:ber|eric)?|float|double|real|date|time|date-?time|timestamp|string|text|char|varchar2?|bool(?:ean)?)(?: ?\([\d, ]+\))?$/i;

/**
 * Whether a text is a unit such as `EUR` or `kg`, a text in brackets such as `[mm]`, or a data type such as
 * `decimal(10,2)`.
 */
export function isUnit(text: string): boolean {
  return UNIT.test(text) || TYPE.test(text) || /^[[(<][^\])>]{0,20}[\])>]$/.test(text);
}
