import type { ObjectType } from '#github/git/object.ts'

/** By their numbers in a pack, which begin at one. */
export const PACKED_TYPES: readonly (ObjectType | null)[] = [null, 'commit', 'tree', 'blob', 'tag']

/** A difference to what lies so many bytes before, and one to what has a name. */
export const OFFSET_DELTA = 6
export const NAMED_DELTA = 7
