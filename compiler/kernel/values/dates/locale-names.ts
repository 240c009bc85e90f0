/** A form of a name, and the number of its month or weekday from 1. */
interface Form {
  /** In lower case, which may have another length. */
  readonly text: string;
  readonly length: number;
  readonly number: number;
}

/**
 * The names of months or weekdays in a language. `names`: the names in their order, separated by commas, with the forms of
 * each name separated by slashes. The first form is the one to write.
 */
export class LocaleNames {
  readonly #written: readonly string[];
  /** The forms by their first character, the longest first. */
  readonly #forms = new Map<string, Form[]>();
  /** What was searched last, and what was found there. */
  #text = '';
  #at = -1;
  #found: Form | null = null;

  constructor(names: string) {
    const all = names.split(',').map((forms) => forms.split('/'));
    this.#written = all.map(([first = '']) => first);
    const forms = all.flatMap((own, index) =>
      own.map((form) => ({ text: form.toLowerCase(), length: form.length, number: index + 1 })),
    );
    for (const form of forms.sort((a, b) => b.length - a.length)) {
      const first = form.text.slice(0, 1);
      const known = this.#forms.get(first);
      if (known === undefined) this.#forms.set(first, [form]);
      else known.push(form);
    }
  }

  /** Finds the longest name at an index, ignoring case. Returns its number from 1, or NaN. */
  find(text: string, at: number): number {
    return this.#search(text, at)?.number ?? NaN;
  }

  /** Returns the index after the longest name at an index, or the same index if there is no name. */
  end(text: string, at: number): number {
    return at + (this.#search(text, at)?.length ?? 0);
  }

  /** Returns the name of a month or weekday. */
  write(number: number): string {
    return this.#written[number - 1] ?? '';
  }

  #search(text: string, at: number): Form | null {
    if (this.#at === at && this.#text === text) return this.#found;
    [this.#text, this.#at] = [text, at];
    const forms =
      this.#forms.get(
        text
          .slice(at, at + 1)
          .toLowerCase()
          .slice(0, 1),
      ) ?? [];
    this.#found = forms.find((form) => text.slice(at, at + form.length).toLowerCase() === form.text) ?? null;
    return this.#found;
  }
}
