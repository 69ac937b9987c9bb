import type { ObjectType } from './object.ts'

/** By their type numbers in a pack, which begin at one. */
export const PACKED_TYPES: readonly (ObjectType | null)[] = [null, 'commit', 'tree', 'blob', 'tag']

/** A delta to a base at an offset, and one to a base by SHA. */
export const OFFSET_DELTA = 6
export const NAMED_DELTA = 7
