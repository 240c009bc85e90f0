import type { FileIssue, Issue } from '../../../../compiler/kernel/model/contract.ts';
import type { RecordNode } from './tree.ts';

type Tree = Record<string, unknown>;
type Outcome = 'processed' | 'skipped' | 'failed';

/** A record that a document may reject. */
interface Member {
  outcome: Outcome;
  message: string | null;
  key: string | null;
  issues: Issue[];
  record: number;
}

/** What concerns a document as a whole. */
export interface DocumentFinding {
  root: RecordNode;
  /** Null: the first record. */
  record: number | null;
  issue: Issue;
}

/** The counts of the documents of a type. */
export interface OracleDocuments {
  recordType: string;
  total: number;
  processed: number;
  failed: number;
  skipped: number;
}

/** Returns the outermost document that a record belongs to. Null: it belongs to none. */
export function rootOf(node: RecordNode | null, types: readonly Tree[]): RecordNode | null {
  if (node === null) return null;
  const type = types[node.type];
  const isDocument = type !== undefined && isDocumentType(type, types);
  return rootOf(node.parent, types) ?? (isDocument ? node : null);
}

/** A type that rejects whole documents, or has members: directly, or in its members. */
function isDocumentType(type: Tree, types: readonly Tree[]): boolean {
  const hasMembers = types.some((one) => one['in'] === type['name'] && one['as'] !== undefined);
  return type['reject'] === 'WHOLE' || type['hold'] === true || (type['as'] === undefined && hasMembers);
}

/** Replaces the message of each record that has members by one that contains them. */
export function joinMembers(
  file: RecordNode,
  types: readonly Tree[],
  records: readonly (Member & { own: string | null })[],
): void {
  const textOf = (node: RecordNode): string => {
    const name = types[node.type]?.['name'];
    const members = types.flatMap((type, index) => {
      if (type['in'] !== name || type['as'] === undefined) return [];
      const texts = node.children.filter((child) => child.type === index).map(textOf);
      const isOne = type['occurs'] === 'ONCE' || type['occurs'] === 'OPTIONAL';
      return [`${JSON.stringify(type['as'])}:${isOne ? (texts[0] ?? 'null') : `[${texts.join(',')}]`}`];
    });
    const own = (records[node.record - 1]?.own ?? '').slice(1, -1);
    return `{${[...(own === '' ? [] : [own]), ...members].join(',')}}`;
  };
  for (const node of listEnding(file)) {
    const record = records[node.record - 1];
    if (record !== undefined && record.message !== null) record.message = textOf(node);
  }
}

/** Returns the nodes in the order in which their scopes end. */
export function listEnding(node: RecordNode): RecordNode[] {
  return [...node.children.flatMap(listEnding), node];
}

export function toIssue({ severity, code, ruleId }: FileIssue): Issue {
  return { severity, code, ruleId, field: null, column: null, message: '' };
}

interface Documents {
  tree: Tree;
  /** The outermost document of each record. */
  roots: readonly (RecordNode | null)[];
  findings: readonly DocumentFinding[];
  /** The document that is open where the file cannot be read further. */
  broken: RecordNode | null;
  outcomeOf(issues: Issue[]): Outcome;
}

/** Judges each document: all its records get the worst outcome. Returns the counts of documents. */
export function judgeDocuments(
  records: readonly Member[],
  file: RecordNode,
  { tree, roots, findings, broken, outcomeOf }: Documents,
): OracleDocuments[] {
  const types = tree['recordTypes'] as Tree[];
  const max = Number(tree['maxDocumentRecords'] ?? 100_000);
  const outcomes = new Map<RecordNode, Outcome>();
  for (const root of new Set(roots)) {
    if (root === null) continue;
    const members = records.filter((_, at) => roots[at] === root);
    outcomes.set(root, judgeDocument(members, { max, isBroken: root === broken }));
  }

  function judgeDocument(members: Member[], { max: most, isBroken }: { max: number; isBroken: boolean }): Outcome {
    const root = roots[(members[0]?.record ?? 0) - 1];
    const excess = members[most];
    if (excess !== undefined) {
      add(excess, { severity: 'FATAL', code: 'DOCUMENT_TOO_LONG', ...noPlace });
      spread(members, excess.record, 'failed');
      return 'failed';
    }
    if (isBroken) {
      for (const member of members) add(member, { severity: 'FATAL', code: 'DOCUMENT_REJECTED', ...noPlace });
      return 'failed';
    }
    for (const { record, issue } of findings.filter((one) => one.root === root)) {
      const owner = members.find((member) => member.record === record) ?? members[0];
      if (owner !== undefined) add(owner, issue);
    }
    for (const outcome of ['failed', 'skipped'] as const) {
      const cause = members.find((member) => member.outcome === outcome);
      if (cause === undefined) continue;
      spread(members, cause.record, outcome);
      return outcome;
    }
    return 'processed';
  }

  function spread(members: Member[], causeRecord: number, outcome: 'failed' | 'skipped'): void {
    const severity = outcome === 'failed' ? 'FATAL' : 'ERROR';
    for (const member of members)
      if (member.outcome !== outcome) add(member, { severity, code: 'DOCUMENT_REJECTED', ...noPlace, causeRecord });
  }

  function add(member: Member, issue: Issue): void {
    member.issues = [...member.issues, issue];
    member.outcome = outcomeOf(member.issues);
    if (member.outcome === 'processed') return;
    member.message = null;
    member.key = null;
  }

  return types.flatMap((type, index) => {
    if (!isDocumentType(type, types)) return [];
    const own = listEnding(file).filter((node) => node.type === index);
    const found = own.map((node) => outcomes.get(rootOf(node, types) ?? node) ?? 'processed');
    const count = (outcome: Outcome) => found.filter((one) => one === outcome).length;
    const counts = { processed: count('processed'), failed: count('failed'), skipped: count('skipped') };
    return [{ recordType: String(type['name']), total: own.length, ...counts }];
  });
}

const noPlace = { ruleId: null, field: null, column: null, message: '' };
