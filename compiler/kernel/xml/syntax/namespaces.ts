import { MalformedXml } from './malformed-xml.ts';
import { isNamespaceDeclaration, type StartTag } from './start-tag.ts';

const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
/** All namespaces that are declared at one place, in UTF-16 units: they are kept until their elements end. */
const MOST_UNITS = 1024 * 1024;
/** From so many attributes on their names are looked up, not compared one by one. */
const MANY = 12;

/** A prefix (empty: the default namespace) and the namespace that an element declares for it. */
export type NamespaceDeclaration = readonly [prefix: string, namespace: string];

/** A declaration, and what the prefix meant before. */
interface Declared {
  readonly declaration: NamespaceDeclaration;
  readonly before: string | undefined;
}

/** The namespaces in scope (Namespaces in XML 1.0). */
export class XmlNamespaces {
  /** The namespaces of the attributes of the tag that was entered last, one by one. */
  readonly ofAttributes: string[] = [];
  readonly #bound = new Map<string, string>([
    ['xml', XML],
    ['xmlns', XMLNS],
    ['', ''],
  ]);
  /** What the open elements declare, the innermost last; null for one that declares nothing. */
  readonly #declared: (readonly Declared[] | null)[] = [];
  #units = 0;
  #scope: string | null = null;

  /** The namespaces in scope as one text, which two places share where they have the same. */
  get scope(): string {
    return (this.#scope ??= JSON.stringify([...this.#bound].sort()));
  }

  /** Opens an element with what its start tag declares. @throws MalformedXml where a prefix is not declared, or an attribute stands twice. */
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

  /** Opens an element with these declarations. */
  open(declarations: readonly NamespaceDeclaration[] | null, at: number): void {
    this.#declared.push(
      declarations === null ? null : declarations.map((declaration) => this.#declare(declaration, at)),
    );
  }

  /** Closes the innermost element. */
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

  /** What the open element at a place declares, the root's from 0; null for nothing. */
  declaredBy(place: number): readonly NamespaceDeclaration[] | null {
    return this.#declared[place]?.map(({ declaration }) => declaration) ?? null;
  }

  /** The namespace of a prefix, that of elements for the empty one; empty where there is none. */
  of(prefix: string, at: number): string {
    const namespace = this.#bound.get(prefix);
    if (namespace === undefined || prefix === 'xmlns') throw new MalformedXml('a prefix stands for no namespace', at);
    return namespace;
  }

  #declare(declaration: NamespaceDeclaration, at: number): Declared {
    const [prefix, namespace] = declaration;
    const why = reasonAgainst(prefix, namespace);
    if (why !== null) throw new MalformedXml(why, at);
    const before = this.#bound.get(prefix);
    this.#bound.set(prefix, namespace);
    this.#scope = null;
    this.#units += prefix.length + namespace.length;
    if (this.#units > MOST_UNITS)
      throw new MalformedXml(`the namespaces in scope take more than ${MOST_UNITS} characters`, at);
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
    if (prefixed > 1 && this.#isOneTwice(names, count))
      throw new MalformedXml('an attribute stands twice in a tag, under two prefixes', at);
  }

  #isOneTwice(names: StartTag['names'], count: number): boolean {
    const { ofAttributes } = this;
    if (count > MANY) {
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

/** Why a prefix cannot stand for a namespace (Namespaces in XML 1.0, 3 and 5); null where it can. */
function reasonAgainst(prefix: string, namespace: string): string | null {
  if (prefix === 'xmlns') return 'xmlns is no prefix that can be declared';
  if (prefix === 'xml') return namespace === XML ? null : 'the prefix xml stands for another namespace than its own';
  if (namespace === XML || namespace === XMLNS) return 'a namespace of XML itself is declared for another prefix';
  return prefix !== '' && namespace === '' ? 'a prefix is declared for no namespace' : null;
}
