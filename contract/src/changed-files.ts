import { type Parsed, rowsOf } from './reply-shape.ts'

/** Of a push record: the first 300 of its files. */
export const changedFiles = rowsOf({ path: 'text', change: ['added', 'modified', 'deleted'] })

export type ChangedFile = Parsed<typeof changedFiles>[number]
