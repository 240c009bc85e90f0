import { MalformedXml } from './malformed-xml.ts';
import { isNamespaceDeclaration, type StartTag } from './start-tag.ts';

/** The namespace of the prefix `xml`. */
export const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
/**
 * Maximum length of all namespace declarations in scope together, in UTF-16 units. They stay in memory until their
 * elements end.
 */
const MAX_UNITS = 1024 * 1024;
/** Number of attributes above which names are looked up in a set, instead of compared one by one. */
const SET_THRESHOLD = 12;

/** A declared prefix and its namespace. The empty prefix declares the default namespace. */
export type NamespaceDeclaration = readonly [prefix: string, namespace: string];

/** A declaration, and the namespace that its prefix had before. Undefined if the prefix had none. */
interface Declared {
  readonly declaration: NamespaceDeclaration;
  readonly before: string | undefined;
}

/** The namespaces in scope at the current place of the document (Namespaces in XML 1.0). */
export class XmlNamespaces {
  /**
   * The namespace of each attribute of the last start tag, in the order of the tag. Empty if the attribute has none.
   */
  readonly ofAttributes: string[] = [];
  readonly #bound = new Map<string, string>([
    ['xml', XML],
    ['xmlns', XMLNS],
    ['', ''],
  ]);
  /** The declarations of each open element, the root element first. Null for an element without declarations. */
  readonly #declared: (readonly Declared[] | null)[] = [];
  #units = 0;
  #scope: string | null = null;

  /** A text that identifies the namespaces in scope. Two scopes are equal if their texts are. */
  get scope(): string {
    return (this.#scope ??= JSON.stringify([...this.#bound].sort()));
  }

  /**
   * Opens the element of a start tag, with the namespaces that the tag declares. `at` is an index in the window for
   * errors. Throws MalformedXml if a declaration is not allowed, an attribute's prefix is not declared, or an attribute
   * occurs twice.
   */
  enter(tag: StartTag, at: number): void {
    let declarations: NamespaceDeclaration[] | null = null;
    for (let i = 0; i < tag.count; i++) {
      const name = tag.names[i];
      if (name !== undefined && isNamespaceDeclaration(name))
        (declarations ??= []).push([name.prefix === '' ? '' : name.local, tag.values[i] ?? '']);
    }
    this.open(declarations, at);
    this.#resolveAttributes(tag, at);
  }

  /**
   * Opens an element with these declarations, or with none (null). Throws MalformedXml if a declaration is not allowed.
   */
  open(declarations: readonly NamespaceDeclaration[] | null, at: number): void {
    this.#declared.push(
      declarations === null ? null : declarations.map((declaration) => this.#declare(declaration, at)),
    );
  }

  /** Closes the innermost element: its declarations are no longer in scope. */
  leave(): void {
    const declared = this.#declared.pop();
    if (declared === undefined || declared === null) return;
    this.#scope = null;
    for (const {
      declaration: [prefix, namespace],
      before,
    } of declared) {
      this.#units -= prefix.length + namespace.length;
      if (before === undefined) this.#bound.delete(prefix);
      else this.#bound.set(prefix, before);
    }
  }

  /**
   * Returns the declarations of the open element at this depth. The root element has depth 0. Null if the element has
   * none.
   */
  declaredBy(depth: number): readonly NamespaceDeclaration[] | null {
    return this.#declared[depth]?.map(({ declaration }) => declaration) ?? null;
  }

  /**
   * Returns the namespace of a prefix. For the empty prefix, returns the default namespace, which is empty if none is
   * declared.
   * @throws MalformedXml if the prefix is not declared
   */
  of(prefix: string, at: number): string {
    const namespace = this.#bound.get(prefix);
    if (namespace === undefined || prefix === 'xmlns') throw new MalformedXml('a namespace prefix is not declared', at);
    return namespace;
  }

  #declare(declaration: NamespaceDeclaration, at: number): Declared {
    const [prefix, namespace] = declaration;
    const violation = findViolation(prefix, namespace);
    if (violation !== null) throw new MalformedXml(violation, at);
    const before = this.#bound.get(prefix);
    this.#bound.set(prefix, namespace);
    this.#scope = null;
    this.#units += prefix.length + namespace.length;
    if (this.#units > MAX_UNITS)
      throw new MalformedXml(`the namespaces in scope take more than ${MAX_UNITS} characters`, at);
    return { declaration, before };
  }

  #resolveAttributes({ names, count }: StartTag, at: number): void {
    const { ofAttributes } = this;
    let prefixed = 0;
    for (let i = 0; i < count; i++) {
      const name = names[i];
      if (name === undefined || name.prefix === '' || name.prefix === 'xmlns') ofAttributes[i] = '';
      else {
        prefixed++;
        ofAttributes[i] = this.of(name.prefix, at);
      }
    }
    if (prefixed > 1 && this.#hasDuplicate(names, count))
      throw new MalformedXml('a tag has the same attribute twice, under two prefixes', at);
  }

  #hasDuplicate(names: StartTag['names'], count: number): boolean {
    const { ofAttributes } = this;
    if (count > SET_THRESHOLD) {
      const known = new Set<string>();
      for (let i = 0; i < count; i++) {
        if (ofAttributes[i] !== '') known.add(`${names[i]?.local ?? ''} ${ofAttributes[i] ?? ''}`);
      }
      return known.size < ofAttributes.slice(0, count).filter((namespace) => namespace !== '').length;
    }
    for (let i = 1; i < count; i++) {
      for (let j = 0; j < i; j++) {
        if (ofAttributes[i] !== '' && ofAttributes[i] === ofAttributes[j] && names[i]?.local === names[j]?.local)
          return true;
      }
    }
    return false;
  }
}

/**
 * Returns why a prefix must not be declared for a namespace (Namespaces in XML 1.0, sections 3 and 5). Null if it may
 * be.
 */
function findViolation(prefix: string, namespace: string): string | null {
  if (prefix === 'xmlns') return 'the prefix xmlns cannot be declared';
  if (prefix === 'xml')
    return namespace === XML ? null : 'the prefix xml is declared for a namespace other than its own';
  if (namespace === XML || namespace === XMLNS) return 'a namespace reserved by XML is declared for another prefix';
  return prefix !== '' && namespace === '' ? 'a prefix is declared for an empty namespace' : null;
}
