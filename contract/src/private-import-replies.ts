import { listOf, missingAs, orNull, type Parsed, recordOf, scalarOf } from './reply-shape.ts'

/** How long a copy stays public, by the server's clock. */
export const COPY_PUBLIC_MS = 60_000

/** With 202. The refusal `import_running` carries the same field. */
export const startPrivateImportReply = recordOf({ cloneId: 'text' })

export type StartPrivateImportReply = Parsed<typeof startPrivateImportReply>

export const continuePrivateImportReply = recordOf({ cloneId: 'text' })

export type ContinuePrivateImportReply = Parsed<typeof continuePrivateImportReply>

/** False: GitHub has not confirmed yet, and a job retries. The row's status shows when it is done. */
export const deleteTemporaryCloneReply = recordOf({ deleted: 'boolean' })

export type DeleteTemporaryCloneReply = Parsed<typeof deleteTemporaryCloneReply>

export const CLONE_STATUSES = [
  'reading',
  'asking',
  'creating',
  'copying',
  'public',
  'deleting',
  'deleted',
  'failed',
] as const

const oneIfMissing = missingAs(1, scalarOf('int'))

/** A possible secret that would be published, from the sync engine; only its beginning is kept. */
const cloneFinding = recordOf({
  path: 'text',
  line: 'int',
  /** Columns count from 1; both are 1 if a finding concerns the whole file. */
  column: oneIfMissing,
  endColumn: oneIfMissing,
  kind: 'text',
  start: 'text',
  /** The number of findings that this one represents. */
  count: oneIfMissing,
})

export type CloneFinding = Parsed<typeof cloneFinding>

const CLONE_SHAPE = {
  id: 'text',
  source_full_name: 'text',
  branch: 'text or null',
  /** The copy's name at GitHub, which the builder can open while the status is `public`. */
  clone_full_name: 'text',
  status: CLONE_STATUSES,
  files_done: 'int',
  files_all: 'int or null',
  /** The first findings; null until the files were searched. */
  findings: orNull(listOf(cloneFinding)),
  /** A code of the sync engine, or `clone_not_deletable`, `server_stopped`; null while nothing failed. */
  error_code: 'text or null',
  made_public_at: 'text or null',
  /** When a public copy will be deleted. */
  delete_at: 'text',
  deleted_at: 'text or null',
  created_at: 'text',
} as const

export const CLONE_COLUMNS = Object.keys(CLONE_SHAPE)

/** A row of `temporary_clones` as a member sees it; times are ISO. */
export const temporaryClone = recordOf(CLONE_SHAPE)

export type TemporaryClone = Parsed<typeof temporaryClone>
