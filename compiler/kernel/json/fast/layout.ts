import type { JsonSettings } from '../fields/json-record.ts';
import type { PointerNode } from '../fields/pointer-tree.ts';
import type { UnreadMembers } from '../fields/unread-members.ts';
import { LineTemplates } from './line-templates.ts';
import type { MemberSlot } from './member-slot.ts';

/** The data that the source of a file of JSON Lines passes to its fast reader as `FastRange.layout`. */
export class JsonLayout {
  readonly fields: JsonSettings['fields'];
  readonly isLenient: boolean;
  #templates: LineTemplates;
  readonly #root: PointerNode;
  readonly #unread: UnreadMembers;

  /**
   * @param root the pointers of the fields, with the names that the careful reader has noted
   * @param unread notes names that no field reads
   */
  constructor(
    { fields, isLenient }: Pick<JsonSettings, 'fields' | 'isLenient'>,
    root: PointerNode,
    unread: UnreadMembers,
  ) {
    this.fields = fields;
    this.isLenient = isLenient;
    this.#root = root;
    this.#unread = unread;
    this.#templates = new LineTemplates(root);
  }

  /** Returns the templates for the next record. */
  templates(): LineTemplates {
    if (!this.#templates.hasRoom) this.#templates = new LineTemplates(this.#root);
    return this.#templates;
  }

  /** Returns whether it is known that no field reads the value of a slot. The careful reader must note it if not. */
  isNoted(slot: MemberSlot): boolean {
    const parent = slot.parent?.node ?? null;
    slot.isNoted = parent === null || this.#unread.isNoted(parent, slot.isItem ? '*' : slot.name);
    return slot.isNoted;
  }
}
