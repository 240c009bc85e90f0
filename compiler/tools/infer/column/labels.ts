/** Kinds of values that the label of a column names. */
export type LabelKind = 'POSTCODE' | 'CODE' | 'AMOUNT' | 'DATE' | 'TIME' | 'FLAG' | 'ACCOUNT';

/** Words that name a kind of values. A label is split into words before, and `bankCode` into `bank code`. */
const KINDS: Readonly<Record<LabelKind, RegExp>> = {
  POSTCODE:
    /^(?:.* )?(?:plz|zip|postleitzahl|post(?:al)?(?: ?code| ?zahl)|zip ?code|code postal|c[o\u00f3]digo postal|kod pocztowy|cap|npa)(?: .*)?$|postleitzahl/,
  CODE: /^(?:.* )?(?:ean|gtin|gln|upc|sku|isbn|issn|barcode|strichcode|blz|bankleitzahl|bank ?code|sort ?code|routing(?: (?:no|number))?|aba|clearing ?(?:nr|nummer|no)?|wkn|valor|mcc|naics|cusip|imei|vin|tax ?(?:id|number|no)|steuer ?(?:id|nr|nummer)|ust ?id ?(?:nr)?|vat ?(?:id|no|number)|ssn|ein|ahv ?(?:nr|nummer)?|sv ?(?:nr|nummer)|zolltarif\w*|hs ?code|tariff ?code|card ?(?:no|number)|kartennummer|kreditkarte)(?: .*)?$/,
  ACCOUNT:
    /^(?:.* )?(?:konto ?(?:nr|nummer)|kontonummer|iban|account ?(?:no|nr|number)|acct ?(?:no|nr|number)?|(?:bank )?account|compte|cuenta|conto|numer konta|nrb|rachunek)(?: .*)?$/,
  AMOUNT:
    /^(?:.* )?(?:amt|amount|betrag|summe|total|price|preis|saldo|balance|umsatz|cents?|brutto|netto|gross|net|montant|importe|kwota|menge|qty|quantity|anzahl|bestand|stock|geb\u00fchr|fee|pr\u00e4mie|premium|soll|haben|debit|credit|d\u00e9bit|cr\u00e9dit|reserve|paid|wert|value|cost|kosten|bedrag|bel\u00f8b|belopp|summa|importo|valor|tutar|\u0441\u0443\u043c\u043c\u0430|\u03c0\u03bf\u03c3\u03cc|\u91d1\u984d|\u91d1\u989d|objem|\u010d\u00e1stka|dare|avere|debe|haber|m\u00e4\u00e4r\u00e4)(?: .*)?$|(?:betrag|summe|preis|menge|bestand|pr\u00e4mie)$/,
  DATE: /^(?:.* )?(?:date|dat|datum|dt|day|tag|valuta|birthday|dob|fecha|data|jour|ab|bis|von|geboren|due|expiry|expires?|maturity|f\u00e4llig(?:keit)?)(?: .*)?$|(?:datum|tag|date)$/,
  TIME: /^(?:.* )?(?:time|uhrzeit|zeit|uhr|hour|heure|hora|start|ende?|begin|beginn|from|to|von|bis|dep(?:arture)?|arr(?:ival)?|abfahrt|ankunft|abgang)(?: .*)?$|(?:zeit|time|uhr)$/,
  FLAG: /^(?:is|has|can|ist|hat) .+$|^(?:.* )?(?:flag|active|aktiv|enabled|disabled|deleted|gel\u00f6scht|gesperrt|blocked|locked|valid|verified|inactive|inaktiv|kz|kennzeichen|storno|storniert|cancelled|canceled)$/,
};

/** Whether a label names a kind of values. */
export function names(label: string, kind: LabelKind): boolean {
  return KINDS[kind].test(wordsOf(label));
}

/** Returns the words of a label in small letters, with one blank between them. */
function wordsOf(label: string): string {
  return label
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
